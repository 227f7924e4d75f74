import { verifyEvidence } from '../../../../domains/billing/evidence/index.ts'
import { failed } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'
import { originOf, readProof } from '../../files/verified-file.ts'
import { printLine } from '../invoices/evidence.ts'

const proofOfEvidence = { name: 'the evidence of an invoice', code: 'evidence_broken', mostBytes: 67_108_864 }

const limits = [
  'Not proved: that this is all that the agency had, that decisions without a signature were made, that people entered what',
  'was done, and whose the keys are. Compare the SHA-256 with one that reached you another way.',
]

/** `atelier verify evidence <file>`: checks the evidence of an invoice from its file, without a server. */
export const verifyEvidenceFile = async (
  session: Session,
  path: string,
  { origin, sha256: expected }: { readonly origin?: string; readonly sha256?: string },
): Promise<void> => {
  const { output, cwd } = session
  const at = origin === undefined ? undefined : originOf(origin)
  const verdict = await verifyEvidence(await readProof(cwd, path, proofOfEvidence), at)
  if ('fault' in verdict) throw failed('evidence_broken', verdict.fault)
  const { evidence, sha256, keysSha256 } = verdict.proved
  if (expected !== undefined && expected.toLowerCase() !== sha256)
    throw failed('other_evidence', `It agrees with itself, and is other evidence: SHA-256 ${sha256}.`)
  const { invoice, lines, decisions } = evidence
  output.document({ ok: true, sha256, invoice, lines: lines.length, decisions: decisions.length, keysSha256 })
  const name = invoice.invoiceNumber ?? `draft ${invoice.id}`
  output.print(`Evidence of ${printable(name)} for ${printable(invoice.buyerLegalName)}`)
  if (invoice.voidedAt !== null) output.print('The invoice is void.')
  for (const line of lines) printLine(session, evidence, line)
  for (const key of keysSha256) output.print(`Signed with the key SHA-256 ${key}`)
  output.print(`SHA-256 ${sha256}`)
  for (const line of limits) output.say(line)
}
