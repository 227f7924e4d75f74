import { statement, type Transaction } from '../../platform/db/transaction.ts'
import { activityEvent, type EventRow } from './tables.ts'

const { columns } = activityEvent
const select = `select ${columns} from activity_event where`

const byCycle = statement<EventRow>(
  'event.by-cycle',
  `${select} workspace_id = $1 and cycle_id = $2 and position > $3 order by position limit $4`,
)
/** A cycle's own events and its tasks', oldest first, after a position. */
export const eventsOfCycle = (tx: Transaction, cycleId: string, after: number, limit: number) =>
  byCycle(tx, [tx.workspace, cycleId, after, limit])

const byCycleNewest = statement<EventRow>(
  'event.by-cycle-newest',
  `${select} workspace_id = $1 and cycle_id = $2 order by position desc limit $3`,
)
export const newestEventsOfCycle = (tx: Transaction, cycleId: string, limit: number) =>
  byCycleNewest(tx, [tx.workspace, cycleId, limit])

const byTask = statement<EventRow>(
  'event.by-task',
  `${select} workspace_id = $1 and entity_type = 'task' and entity_id = $2 and position > $3 order by position limit $4`,
)
export const eventsOfTask = (tx: Transaction, taskId: string, after: number, limit: number) =>
  byTask(tx, [tx.workspace, taskId, after, limit])

const byTrace = statement<EventRow>(
  'event.by-trace',
  `${select} workspace_id = $1 and trace_id = $2 order by position desc limit $3`,
)
export const eventsOfTrace = (tx: Transaction, traceId: string, limit: number) =>
  byTrace(tx, [tx.workspace, traceId, limit])

const byName = statement<EventRow>(
  'event.by-name',
  `${select} workspace_id = $1 and name = $2 order by position desc limit $3`,
)
export const eventsNamed = (tx: Transaction, name: string, limit: number) => byName(tx, [tx.workspace, name, limit])

const byEntity = statement<EventRow>(
  'event.by-entity',
  `${select} workspace_id = $1 and entity_type = $2 and entity_id = $3 order by position desc limit $4`,
)
export const eventsOfEntity = (tx: Transaction, type: string, id: string, limit: number) =>
  byEntity(tx, [tx.workspace, type, id, limit])

const recent = statement<EventRow>(
  'event.recent',
  `${select} workspace_id = $1 and occurred_at < $2 order by occurred_at desc, position desc limit $3`,
)
export const recentEvents = (tx: Transaction, before: string, limit: number) =>
  recent(tx, [tx.workspace, before, limit])
