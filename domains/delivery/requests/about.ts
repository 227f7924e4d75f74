import type { Subject } from '../../../platform/handler/index.ts'
import type { RequestRow } from './tables.ts'

/** Where an event of this request shows up beside the request itself. */
export const within = ({ projectId, cycleId, taskId }: RequestRow) => ({
  projectId,
  cycleId,
  ...(taskId && { taskId }),
})

/** What an audit row and an event of this request are about. */
export const about = (row: RequestRow): Subject => ({
  resource: ['pending_request', row.id],
  parent: ['cycle', row.cycleId],
  within: within(row),
  metadata: metadataOf(row),
})

export const metadataOf = ({ projectId, taskId, requestType, requiredActor, status, commitSha }: RequestRow) => ({
  projectId,
  taskId,
  requestType,
  requiredActor,
  status,
  commitSha,
})
