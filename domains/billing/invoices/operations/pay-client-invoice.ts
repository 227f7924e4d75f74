import { parseTimestamp } from '../../../../platform/contract/timestamp.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { undefinedOnConstraint } from '../constraint.ts'
import { payClientInvoice } from '../contract.ts'
import { presentWhole } from '../present-whole.ts'
import { holdInvoice } from '../find-invoice-for.ts'
import { statusAfter } from '../rules.ts'
import { settleInvoice } from '../settle-invoice.ts'
import { linesOf } from '../store.ts'

export default handle(payClientInvoice, async ({ tx, params, caller, body, now, fail, ok }) => {
  const invoice = (await holdInvoice(tx, params.id)) ?? fail.hidden()
  if (!statusAfter(invoice.status, 'settle')) return fail.notIssued()
  const payment = {
    invoiceId: invoice.id,
    paymentReference: body.paymentReference ?? null,
    now,
    // The contract has judged the form.
    paidAt: body.paidAt === undefined ? now.toISOString() : parseTimestamp(body.paidAt)!,
  }
  const settled = await undefinedOnConstraint(() => settleInvoice(tx, payment, { userId: caller.userId }))
  if (!settled) return fail.refusedByDatabase()
  return ok(await presentWhole(tx, settled.invoice, await linesOf(tx, invoice.id), now), settled.subject)
})
