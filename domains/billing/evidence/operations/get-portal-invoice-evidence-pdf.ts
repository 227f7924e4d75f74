import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { renderEvidence } from '../../documents/index.ts'
import { getPortalInvoiceEvidencePdf } from '../contract.ts'
import { reachSeated } from '../../portal-invoices/index.ts'
import { pageOf } from '../page-of.ts'

import { packOf } from '../pack.ts'
import { fileOf } from '../seal.ts'

export default handle(getPortalInvoiceEvidencePdf, async ({ read, params, caller, signal, fail, ok }) => {
  const found = await read(async (tx) => {
    const row = await reachSeated(tx, params.id, caller)
    return row && { row, pack: await packOf(tx, row) }
  })
  const { row, pack } = found ?? fail.hidden()
  return ok(Readable.from([await renderEvidence(pageOf(row, pack), fileOf(pack), signal)]))
})
