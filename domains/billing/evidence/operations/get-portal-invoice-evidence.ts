import { handle } from '../../../../platform/handler/index.ts'
import { findInvoiceForSeat } from '../../portal-invoices/index.ts'
import { getPortalInvoiceEvidence } from '../contract.ts'
import { packOf } from '../pack.ts'

export default handle(getPortalInvoiceEvidence, async ({ tx, params, caller, fail, ok }) => {
  const invoice = (await findInvoiceForSeat(tx, params.id, caller)) ?? fail.hidden()
  return ok(await packOf(tx, invoice))
})
