import type { Subject } from '../../../platform/handler/index.ts'
import type { ApprovalRow, DraftRow } from './tables.ts'

type Metadata = Readonly<Record<string, unknown>>

/** The subject of this deliverable's audit rows and events. */
export const auditSubject = ({ id, projectId, cycleId }: DraftRow, metadata: Metadata = {}): Subject => ({
  resource: ['deliverable', id],
  parent: ['cycle', cycleId],
  within: { projectId, cycleId },
  metadata: { projectId, ...metadata },
})

/** The audit subject of a request for approval, bound to its subject. */
export const approvalAuditSubject = (
  { cycleId }: Pick<DraftRow, 'cycleId'>,
  row: ApprovalRow,
  metadata: Metadata = {},
) =>
  ({
    resource: ['deliverable_approval', row.id],
    parent: ['deliverable', row.deliverableId],
    within: { projectId: row.projectId, cycleId },
    metadata: {
      projectId: row.projectId,
      cycleId,
      revision: row.revision,
      revisionHash: row.revisionHash,
      reviewerId: row.reviewerId,
      ...metadata,
    },
  }) satisfies Subject
