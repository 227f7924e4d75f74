import type { ActivityEvent } from '../../../platform/audit/index.ts'
import type { Subject } from '../../../platform/handler/index.ts'
import type { RequestRow } from './tables.ts'

/** An event about this request: the asked side decides who gets it. */
export const requestEvent = (name: ActivityEvent['name'], row: RequestRow): ActivityEvent => ({
  name,
  entity: ['pending_request', row.id],
  ...within(row),
  payload: payloadOf(row),
})

const payloadOf = ({ requiredActor, requestType }: RequestRow) => ({ requiredActor, requestType })

/** Where an event of this request shows up beside the request itself. */
const within = ({ projectId, cycleId, taskId }: RequestRow) => ({
  projectId,
  cycleId,
  ...(taskId && { taskId }),
})

/** The subject of this request's audit rows and events. */
export const auditSubject = (row: RequestRow): Subject => ({
  resource: ['pending_request', row.id],
  parent: ['cycle', row.cycleId],
  within: within(row),
  payload: payloadOf(row),
  metadata: metadataOf(row),
})

export const metadataOf = ({
  projectId,
  taskId,
  runId,
  requestType,
  requiredActor,
  status,
  commitSha,
}: RequestRow) => ({
  projectId,
  taskId,
  runId,
  requestType,
  requiredActor,
  status,
  commitSha,
})
