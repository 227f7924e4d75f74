import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLiveCycle } from '../cycles/index.ts'
import { deliverableSignature, type SignatureRow } from './tables.ts'

interface Approved {
  /** The request for approval. */
  readonly id: string
  readonly projectId: string
  readonly cycleId: string
  readonly revision: number
  readonly revisionHash: string
  readonly reviewerId: string
  readonly comment: string | null
  readonly decidedAt: Date | null
  /** Whether clients see the deliverable now. */
  readonly isPublished: boolean
  /** The approved snapshot; null if it was withdrawn from clients, or all together would be too large. */
  readonly snapshot: string | null
}

const snapshotsMostBytes = 8_388_608

const approved = statement<{ ids: readonly string[]; mostBytes: number }, Approved>(
  'deliverable-approval.approved',
  `select a.id, a.project_id as "projectId", d.cycle_id as "cycleId", a.revision, a.revision_hash as "revisionHash",
     a.reviewer_id as "reviewerId", a.comment, a.decided_at as "decidedAt", d.published_at is not null as "isPublished",
     case when d.published_at is not null and sum(octet_length(s.content)) over (order by a.id) <= :mostBytes
       then s.content end as snapshot
   from deliverable_approval a join deliverable d on d.id = a.deliverable_id
   join deliverable_snapshot s on s.deliverable_id = a.deliverable_id and s.revision = a.revision
   where a.workspace_id = :workspace and a.id = any(:ids) and a.decision = 'approved' and ${isLiveCycle('d.cycle_id')}
   order by a.id`,
)

const signatures = statement<{ ids: readonly string[] }, SignatureRow>(
  'deliverable-signature.of-approvals',
  `select ${deliverableSignature.columns} from deliverable_signature
   where workspace_id = :workspace and approval_id = any(:ids)`,
)

/** The signature of an approval, with all that checking it takes. */
interface SignedApproval extends Omit<SignatureRow, 'approvalId' | 'projectId' | 'signedAt' | 'clientData'> {
  readonly clientDataJson: string
  readonly snapshot: string
  readonly comment: string | null
}
export type ApprovedWork = Omit<Approved, 'comment' | 'decidedAt'> & {
  readonly decidedAt: Date
  readonly signed: SignedApproval | null
}

/** The approved ones of these requests whose deliverable exists, each with its snapshot and signature. */
export const approvedWork = async (tx: Transaction, ids: readonly string[]): Promise<readonly ApprovedWork[]> => {
  if (ids.length === 0) return []
  const signed = new Map((await signatures(tx, { ids })).map((row) => [row.approvalId, row]))
  const rows = await approved(tx, { ids, mostBytes: snapshotsMostBytes })
  return rows.map(({ comment, decidedAt, ...row }) => ({
    ...row,
    decidedAt: decidedAt!,
    signed: signedOf(row.snapshot, comment, signed.get(row.id)),
  }))
}

const signedOf = (snapshot: string | null, comment: string | null, row: SignatureRow | undefined) => {
  if (snapshot === null || !row) return null
  const { statement: said, credentialId, publicKey, authenticatorData, clientData, signature } = row
  return {
    statement: said,
    snapshot,
    comment,
    publicKey,
    credentialId,
    authenticatorData,
    signature,
    clientDataJson: clientData,
  }
}
