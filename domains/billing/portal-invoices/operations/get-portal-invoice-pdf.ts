import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { pdfOf, readForPdf } from '../../documents/index.ts'
import { getPortalInvoicePdf } from '../contract.ts'
import { findInvoiceForSeat } from '../find-invoice-for-seat.ts'

export default handle(getPortalInvoicePdf, async ({ read, params, caller, signal, fail, ok }) => {
  const found = await read(async (tx) => {
    const row = await findInvoiceForSeat(tx, params.id, caller)
    // Why it was voided is the agency's note.
    return row && readForPdf(tx, { ...row, voidReason: null })
  })
  const pdf = await pdfOf(found ?? fail.hidden(), signal)
  if (pdf === 'notReconciled') return fail.notReconciled()
  if ('field' in pdf) return fail.unencodable({ ...pdf, characters: [...pdf.characters] })
  return ok(Readable.from([pdf]))
})
