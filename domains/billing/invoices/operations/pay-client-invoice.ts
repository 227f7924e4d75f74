import { parseTimestamp } from '../../../../platform/contract/timestamp.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { about } from '../about.ts'
import { unlessRefused } from '../constraint.ts'
import { payClientInvoice } from '../contract.ts'
import { presentInvoice } from '../present.ts'
import { holdInvoice } from '../reach.ts'
import { statusAfter } from '../rules.ts'
import { settleInvoiceRow } from '../store-moves.ts'
import { linesOf } from '../store.ts'

export default handle(payClientInvoice, async ({ tx, params, caller, body, now, fail, ok }) => {
  const invoice = (await holdInvoice(tx, params.id)) ?? fail.hidden()
  if (!statusAfter(invoice.status, 'settle')) return fail.notIssued()
  const settlement = {
    id: invoice.id,
    paymentReference: body.paymentReference ?? null,
    now,
    userId: caller.userId,
    // The contract has judged the form.
    paidAt: body.paidAt === undefined ? now.toISOString() : parseTimestamp(body.paidAt)!,
  }
  const paid = (await unlessRefused(() => settleInvoiceRow(tx, settlement))) ?? fail.refusedByDatabase()
  const { paymentReference } = paid
  const paidAt = paid.paidAt!.toISOString()
  return ok(presentInvoice(paid, await linesOf(tx, paid.id)), about(paid, { paidAt, paymentReference }))
})
