import { handle } from '../../../../platform/handler/index.ts'
import { linesOf } from '../../invoices/index.ts'
import { payableOnline } from '../../payments/index.ts'
import { getPortalInvoice } from '../contract.ts'
import { presentPortalInvoice } from '../present.ts'
import { findInvoiceForSeat } from '../find-invoice-for-seat.ts'

export default handle(getPortalInvoice, async ({ tx, params, caller, fail, ok }) => {
  const invoice = (await findInvoiceForSeat(tx, params.id, caller)) ?? fail.hidden()
  const isPayable = await payableOnline(tx)
  const lines = await linesOf(tx, invoice.id)
  const first = lines[0] && { firstLine: lines[0].description, lineCount: lines.length }
  return ok(presentPortalInvoice(invoice, { lines, first, payableOnline: isPayable(invoice) }))
})
