import { handle } from '../../../../platform/handler/index.ts'
import { linesOf, findInvoiceFor } from '../../invoices/index.ts'
import { getClientInvoiceEvidence } from '../contract.ts'
import { findBillingSources } from '../billing-sources.ts'
import { evidenceOf } from '../evidence.ts'
import { notesOf } from '../notes.ts'
import { sealEvidence } from '../seal.ts'

export default handle(getClientInvoiceEvidence, async ({ tx, params, caller, fail, ok }) => {
  const invoice = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
  const lines = await linesOf(tx, invoice.id)
  const behind = await findBillingSources(tx, lines)
  return ok({ ...sealEvidence(evidenceOf(invoice, lines, behind)), notes: notesOf(lines, behind) })
})
