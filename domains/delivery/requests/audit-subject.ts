import { type ActivityEvent, type AuditEntry, record } from '../../../platform/audit/index.ts'
import type { Subject } from '../../../platform/handler/index.ts'
import type { RequestRow } from './tables.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { withdrawLetters } from '../../accounts/letters/index.ts'
import { closeRequestRows } from './store.ts'

/** An event about this request: the asked side decides who gets it. */
export const requestEvent = (name: ActivityEvent['name'], row: RequestRow): ActivityEvent => ({
  name,
  entity: ['pending_request', row.id],
  ...within(row),
  payload: payloadOf(row),
})

const payloadOf = ({ requiredActor, requestType, status }: RequestRow) => ({
  requiredActor,
  requestType,
  ...(status !== 'pending' && { status }),
})

/** The project, cycle and task whose lists show an event of this request. */
const within = ({ projectId, cycleId, taskId }: RequestRow) => ({ projectId, cycleId, ...(taskId && { taskId }) })

/** The subject of this request's audit rows and events. */
export const auditSubject = (row: RequestRow): Subject => ({
  resource: ['pending_request', row.id],
  parent: ['cycle', row.cycleId],
  within: within(row),
  payload: payloadOf(row),
  metadata: metadataOf(row),
})

export const metadataOf = (row: RequestRow) => {
  const { projectId, taskId, runId, requestType, requiredActor, status, commitSha } = row
  return { projectId, taskId, runId, requestType, requiredActor, status, commitSha }
}

/** Records what happened to a request without a caller: its audit row and its event. */
export const recordRequest = (
  tx: Transaction,
  row: RequestRow,
  event: ActivityEvent['name'],
  audit: Pick<AuditEntry, 'action' | 'category' | 'actor' | 'source' | 'details'>,
): void => {
  const { id, cycleId } = row
  const about = { resource: ['pending_request', id], parent: ['cycle', cycleId], details: metadataOf(row) } as const
  record(tx, { outcome: 'success', ...about, ...audit }, requestEvent(event, row))
}

interface ClosedBy {
  /** The person who ended the run; absent if it ended automatically. */
  readonly userId?: string
  readonly decision: string
}

/** Cancels the open requests of an ending run. Call it before the run is touched: that is the order of locks. */
export const closeRequests = async (tx: Transaction, runId: string, now: Date, by: ClosedBy): Promise<void> => {
  const closed = await closeRequestRows(tx, { runId, now, decidedBy: by.userId ?? null, decision: by.decision })
  for (const row of closed) {
    await withdrawLetters(tx, { subjectId: row.id, now })
    record(tx, undefined, requestEvent('pending_request.cancelled', row))
  }
}
