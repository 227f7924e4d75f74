import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { renderEvidence } from '../../documents/index.ts'
import { reachInvoice } from '../../invoices/index.ts'
import { getClientInvoiceEvidencePdf } from '../contract.ts'
import { pageOf } from '../page-of.ts'
import { packOf } from '../pack.ts'
import { fileOf } from '../seal.ts'

export default handle(getClientInvoiceEvidencePdf, async ({ read, params, caller, signal, fail, ok }) => {
  const found = await read(async (tx) => {
    const row = await reachInvoice(tx, params.id, caller)
    return row && { row, pack: await packOf(tx, row) }
  })
  const { row, pack } = found ?? fail.hidden()
  if (row.issuedAt === null) return fail.notIssued()
  return ok(Readable.from([await renderEvidence(pageOf(row, pack), fileOf(pack), signal)]))
})
