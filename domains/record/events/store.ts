import { statement, type Transaction } from '../../../platform/db/transaction.ts'
import { activityEvent, type EventRow } from './tables.ts'

const { columns } = activityEvent
const select = `select ${columns} from activity_event where`
// A key that names projects sees no more than theirs; null stands for everything.
const ofProjects = (parameter: string) => `(${parameter}::uuid[] is null or project_id = any(${parameter}))`

type ProjectIds = readonly string[] | undefined

const byCycle = statement<EventRow>(
  'event.by-cycle',
  `${select} workspace_id = $1 and cycle_id = $2 and position > $3 and ${ofProjects('$5')} order by position limit $4`,
)
/** A cycle's own events and its tasks', oldest first, after a position. */
export const eventsOfCycle = (tx: Transaction, cycleId: string, after: number, limit: number, only?: ProjectIds) =>
  byCycle(tx, [tx.workspace, cycleId, after, limit, only ?? null])

const byCycleNewest = statement<EventRow>(
  'event.by-cycle-newest',
  `${select} workspace_id = $1 and cycle_id = $2 and position < $4 order by position desc limit $3`,
)
/** The newest first, before a position where one is given. */
export const newestEventsOfCycle = (
  tx: Transaction,
  cycleId: string,
  limit: number,
  before = Number.MAX_SAFE_INTEGER,
) => byCycleNewest(tx, [tx.workspace, cycleId, limit, before])

const byTask = statement<EventRow>(
  'event.by-task',
  `${select} workspace_id = $1 and entity_type = 'task' and entity_id = $2 and position > $3 order by position limit $4`,
)
export const eventsOfTask = (tx: Transaction, taskId: string, after: number, limit: number) =>
  byTask(tx, [tx.workspace, taskId, after, limit])

const byTrace = statement<EventRow>(
  'event.by-trace',
  `${select} workspace_id = $1 and trace_id = $2 and ${ofProjects('$4')} order by position desc limit $3`,
)
export const eventsOfTrace = (tx: Transaction, traceId: string, limit: number, only: ProjectIds) =>
  byTrace(tx, [tx.workspace, traceId, limit, only ?? null])

const byName = statement<EventRow>(
  'event.by-name',
  `${select} workspace_id = $1 and name = $2 and ${ofProjects('$4')} order by position desc limit $3`,
)
export const eventsNamed = (tx: Transaction, name: string, limit: number, only: ProjectIds) =>
  byName(tx, [tx.workspace, name, limit, only ?? null])

const byEntity = statement<EventRow>(
  'event.by-entity',
  `${select} workspace_id = $1 and entity_type = $2 and entity_id = $3 and ${ofProjects('$5')}
   order by position desc limit $4`,
)
export const eventsOfEntity = (
  tx: Transaction,
  [type, id]: readonly [type: string, id: string],
  limit: number,
  only: ProjectIds,
) => byEntity(tx, [tx.workspace, type, id, limit, only ?? null])

const recent = statement<EventRow>(
  'event.recent',
  `${select} workspace_id = $1 and occurred_at < $2 and ${ofProjects('$4')}
   order by occurred_at desc, position desc limit $3`,
)
export const recentEvents = (tx: Transaction, before: string, limit: number, only: ProjectIds) =>
  recent(tx, [tx.workspace, before, limit, only ?? null])
