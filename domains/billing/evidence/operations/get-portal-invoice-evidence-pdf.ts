import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { getPortalInvoiceEvidencePdf } from '../contract.ts'
import { findInvoiceForSeat } from '../../portal-invoices/index.ts'
import { packOf } from '../pack.ts'
import { pdfWithinLimits } from '../pdf.ts'

export default handle(getPortalInvoiceEvidencePdf, async ({ read, params, caller, signal, fail, ok }) => {
  const found = await read(async (tx) => {
    const row = await findInvoiceForSeat(tx, params.id, caller)
    return row && { row, pack: await packOf(tx, row) }
  })
  const { row, pack } = found ?? fail.hidden()
  const made = await pdfWithinLimits(row, pack, signal)
  if (typeof made === 'string') return fail.unmade({ reason: made })
  return ok(Readable.from([made]))
})
