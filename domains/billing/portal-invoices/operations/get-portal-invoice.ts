import { handle } from '../../../../platform/handler/index.ts'
import { findSeat } from '../../../accounts/clients/index.ts'
import { linesOf, reachInvoice } from '../../invoices/index.ts'
import { getPortalInvoice } from '../contract.ts'
import { presentPortalInvoice } from '../present.ts'

export default handle(getPortalInvoice, async ({ tx, params, caller, fail, ok }) => {
  const invoice = (await reachInvoice(tx, params.id, caller)) ?? fail.hidden()
  if (invoice.issuedAt === null) return fail.hidden()
  if (!(await findSeat(tx, invoice.clientAccountId, caller.userId))) return fail.hidden()
  return ok(presentPortalInvoice(invoice, await linesOf(tx, invoice.id)))
})
