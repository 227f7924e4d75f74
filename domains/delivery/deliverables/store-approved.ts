import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLiveCycle } from '../cycles/index.ts'
import { presentSigned } from './store-signatures.ts'
import { deliverableSignature, type ApprovalRow, type SignatureRow } from './tables.ts'

/** An approved request with its snapshot. */
interface Approved extends Pick<
  ApprovalRow,
  'id' | 'projectId' | 'revision' | 'revisionHash' | 'reviewerId' | 'comment' | 'decidedAt'
> {
  readonly cycleId: string
  /** Whether clients see the deliverable now. */
  readonly isPublished: boolean
  /** The approved snapshot; null if it was withdrawn from clients, or all together would be too large. */
  readonly snapshot: string | null
}

/** Bytes of all snapshots together; the snapshots behind the limit are null. */
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

export type ApprovedWork = Omit<Approved, 'comment' | 'decidedAt'> & {
  readonly decidedAt: Date
  readonly signed: ReturnType<typeof presentSigned> | null
}

/** The approved ones of these requests whose deliverable exists, each with its snapshot and signature. */
export const approvedWork = async (tx: Transaction, ids: readonly string[]): Promise<readonly ApprovedWork[]> => {
  if (ids.length === 0) return []
  const signed = new Map((await signatures(tx, { ids })).map((row) => [row.approvalId, row]))
  const rows = await approved(tx, { ids, mostBytes: snapshotsMostBytes })
  return rows.map(({ comment, decidedAt, ...row }) => {
    const { snapshot } = row
    const signature = signed.get(row.id)
    const isSigned = snapshot !== null && signature !== undefined
    return {
      ...row,
      decidedAt: decidedAt!,
      signed: isSigned ? presentSigned({ ...signature, snapshot, comment }) : null,
    }
  })
}
