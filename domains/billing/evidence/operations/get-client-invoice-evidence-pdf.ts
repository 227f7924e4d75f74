import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { findInvoiceFor } from '../../invoices/index.ts'
import { getClientInvoiceEvidencePdf } from '../contract.ts'
import { packOf } from '../pack.ts'
import { pdfWithinLimits } from '../pdf.ts'

export default handle(getClientInvoiceEvidencePdf, async ({ read, params, caller, signal, fail, ok }) => {
  const found = await read(async (tx) => {
    const row = await findInvoiceFor(tx, params.id, caller)
    return row && { row, pack: await packOf(tx, row) }
  })
  const { row, pack } = found ?? fail.hidden()
  if (row.issuedAt === null) return fail.notIssued()
  const made = await pdfWithinLimits(row, pack, signal)
  if (typeof made === 'string') return fail.unmade({ reason: made })
  return ok(Readable.from([made]))
})
