import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { findInvoiceFor } from '../../invoices/index.ts'
import { getClientInvoicePdf } from '../contract.ts'
import { pdfOf, readForPdf } from '../pdf.ts'

export default handle(getClientInvoicePdf, async ({ read, params, caller, signal, fail, ok }) => {
  const found = await read(async (tx) => {
    const row = await findInvoiceFor(tx, params.id, caller)
    return row && readForPdf(tx, row)
  })
  const whole = found ?? fail.hidden()
  if (whole.row.invoiceNumber === null) return fail.notIssued()
  const pdf = await pdfOf(whole, signal)
  if (pdf === 'notReconciled') return fail.notReconciled()
  if ('field' in pdf) return fail.unencodable({ ...pdf, characters: [...pdf.characters] })
  return ok(Readable.from([pdf]))
})
