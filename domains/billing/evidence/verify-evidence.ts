import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { Value } from 'typebox/value'
import type { Wire } from '../../../platform/client/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { verifyDecision } from '../../delivery/deliverables/index.ts'
import { EvidencePack, type InvoiceEvidence } from './contract.ts'
import { disagreementIn } from './rules.ts'
import { hashOf } from './evidence.ts'

type Evidence = Static<typeof InvoiceEvidence>
type Decision = Evidence['decisions'][number]

/** The proof from the evidence itself. */
export interface ProvedEvidence {
  /** As it was read. */
  readonly evidence: Wire<Evidence>
  readonly sha256: string
  /** SHA-256 of the keys that signed decisions, one for each signature: whose they are has to be known from elsewhere. */
  readonly keysSha256: readonly string[]
}
type EvidenceVerdict = { readonly proved: ProvedEvidence } | { readonly fault: string }

/**
 * Checks an evidence pack without a server: its hash and its sums, that each snapshot has the hash that was approved
 * and billed, and signatures as `verifyDecision` does, at `origin`, which comes from the reader. Without an origin it
 * proves no signature, and reports that.
 */
export const verifyEvidence = async (saved: unknown, origin: string | undefined): Promise<EvidenceVerdict> => {
  const file = withoutNotes(saved)
  if (!Value.Check(EvidencePack, file)) return { fault: 'It is not the evidence of an invoice.' }
  const { evidence, sha256 } = file
  if (hashOf(evidence) !== sha256) return { fault: 'The hash is not that of the evidence: one of the two was changed.' }
  const keysSha256: string[] = []
  for (const decision of evidence.decisions) {
    const checked = await checkDecision(decision, origin)
    if ('fault' in checked) return { fault: `Decision ${decision.approvalId}: ${checked.fault}` }
    if (checked.keySha256 !== null) keysSha256.push(checked.keySha256)
  }
  // Last: it reads snapshots, which have their form by now.
  const fault = disagreementIn(evidence)
  return fault === undefined
    ? { proved: { evidence: evidence as unknown as Wire<Evidence>, sha256, keysSha256 } }
    : { fault }
}

/** The agency's answer has its internal notes beside the evidence; the hash is not of them. */
const withoutNotes = (saved: unknown): unknown => {
  if (typeof saved !== 'object' || saved === null || !Array.isArray((saved as { notes?: unknown }).notes)) return saved
  const { notes: _, ...pack } = saved as { readonly notes: unknown }
  return pack
}

const checkDecision = async (
  { approvalId, revision, revisionHash, snapshot, signed }: Decision,
  origin: string | undefined,
): Promise<{ readonly keySha256: string | null } | { readonly fault: string }> => {
  if (snapshot === null) return signed ? { fault: 'It is signed, and its snapshot is missing.' } : { keySha256: null }
  if (hash('sha256', snapshot) !== revisionHash)
    return { fault: 'The snapshot does not have the hash that was approved.' }
  if (!isSnapshotOf(snapshot, revision)) return { fault: 'The snapshot is not that of the revision that was approved.' }
  if (!signed) return { keySha256: null }
  if (origin === undefined) return { fault: 'It is signed. Say at which address, so that the signature is checked.' }
  const verdict = await verifyDecision(signed, origin)
  if ('fault' in verdict) return verdict
  const { stated, keySha256 } = verdict.proved
  const isIt = stated.approvalId === approvalId && stated.revisionHash === revisionHash
  return isIt && stated.decision === 'approved' ? { keySha256 } : { fault: 'The signature is under another decision.' }
}

const isSnapshotOf = (text: string, revision: number): boolean => {
  try {
    const content = JSON.parse(text) as { readonly revision: unknown; readonly commitSha: unknown }
    const { commitSha } = content
    return (
      canonicalize(content) === text &&
      content.revision === revision &&
      (commitSha === null || typeof commitSha === 'string')
    )
  } catch {
    return false
  }
}
