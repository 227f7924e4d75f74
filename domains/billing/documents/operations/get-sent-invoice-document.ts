import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { findInvoiceFor } from '../../invoices/index.ts'
import { getSentInvoiceDocument } from '../contract.ts'
import { findSentDocument } from '../store.ts'

export default handle(getSentInvoiceDocument, async ({ tx, params, caller, fail, ok }) => {
  const row = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
  const content = (await findSentDocument(tx, row.id, params.sha256)) ?? fail.notKept()
  return ok(Readable.from([content]))
})
