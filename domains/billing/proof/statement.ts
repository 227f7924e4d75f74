import canonicalize from 'canonicalize'
import type { RowProof } from '../../../platform/audit/row-proof.ts'

/** The types of the statement: version 1 has no erasures, so that it cannot prove an absence. */
export const proofType = 'atelier/delivery/v2'
export const formerProofType = 'atelier/delivery/v1'
export const statementMediaType = 'application/vnd.in-toto+json'
export const bundleMediaType = 'application/vnd.dev.sigstore.bundle.v0.3+json'

/** The actions of the log that a proof shows. */
export const provedActions = [
  'cycle.execute',
  'secret.use',
  'run.commit',
  'pending_request.create',
  'pending_request.resolve',
  'task.merge',
  'cycle.deliver',
  'deliverable.publish',
  'deliverable_approval.request',
  'deliverable_approval.decide',
  'billable.create',
  'billable.correct',
  'client_invoice.issue',
  'client_invoice.send',
  'client_invoice.settle_out_of_band',
  'client_invoice.settle_by_provider',
] as const

/** The subject of a proof: the hash of an invoice's evidence, or that of a snapshot. */
interface Subject {
  readonly name: 'evidence' | 'snapshot'
  readonly sha256: string
  readonly gitCommit?: string | undefined
}

export interface ProofContent {
  readonly workspaceId: string
  readonly time: string
  readonly subject: Subject
  readonly rows: readonly RowProof[]
  /** The rows that name those without details. */
  readonly erasures: readonly RowProof[]
  /** Signed decisions as their own proof has them, by request. */
  readonly decisions: readonly {
    readonly approvalId: string
    readonly snapshot: string | null
    readonly signed: unknown
  }[]
  /** The evidence of the invoice; null for a deliverable. */
  readonly evidence: unknown
}

/** An in-toto statement (version 1) as canonical JSON. */
export const proofStatement = (content: ProofContent): string => {
  const { workspaceId, time, subject, rows, erasures, decisions, evidence } = content
  return canonicalize({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      {
        name: subject.name,
        digest: { sha256: subject.sha256, ...(subject.gitCommit !== undefined && { gitCommit: subject.gitCommit }) },
      },
    ],
    predicateType: proofType,
    // Times as text, as they are on the wire.
    predicate: JSON.parse(
      JSON.stringify({ workspace: workspaceId, time, rows, erasures, decisions, evidence }),
    ) as unknown,
  })!
}
