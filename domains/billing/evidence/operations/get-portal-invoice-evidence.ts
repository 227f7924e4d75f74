import { handle } from '../../../../platform/handler/index.ts'
import { findSeat } from '../../../accounts/clients/index.ts'
import { linesOf, reachInvoice } from '../../invoices/index.ts'
import { getPortalInvoiceEvidence } from '../contract.ts'
import { evidenceOf } from '../evidence.ts'
import { findBehind } from '../find-behind.ts'
import { sealEvidence } from '../seal.ts'

export default handle(getPortalInvoiceEvidence, async ({ tx, params, caller, fail, ok }) => {
  const invoice = (await reachInvoice(tx, params.id, caller)) ?? fail.hidden()
  if (invoice.issuedAt === null) return fail.hidden()
  if (!(await findSeat(tx, invoice.clientAccountId, caller.userId))) return fail.hidden()
  const lines = await linesOf(tx, invoice.id)
  return ok(sealEvidence(evidenceOf(invoice, lines, await findBehind(tx, lines))))
})
