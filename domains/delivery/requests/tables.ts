import { table, type RowOf } from '../../../platform/db/table.ts'
import type { RequestReason, RequestStatus, RequestType, RequiredActor } from './rules.ts'

export const pendingRequest = table(
  'pending_request',
  {
    id: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid',
    taskId: 'uuid?',
    runId: 'uuid?',
    requestType: 'text',
    requiredActor: 'text',
    blocking: 'bool',
    status: 'text',
    title: 'text',
    question: 'text',
    reasons: 'jsonb',
    commitSha: 'text?',
    createdAt: 'timestamptz',
    decidedAt: 'timestamptz?',
    decidedBy: 'uuid?',
    deciderName: 'text?',
    decision: 'text?',
    feedback: 'text?',
  },
  { workspaceId: 'uuid', deletedAt: 'timestamptz?', remindedAt: 'timestamptz?' },
)
export type RequestRow = RowOf<
  typeof pendingRequest,
  { requestType: RequestType; requiredActor: RequiredActor; status: RequestStatus; reasons: RequestReason[] }
> & {
  /** The present title of its task; null without a task. */
  readonly taskTitle: string | null
}
