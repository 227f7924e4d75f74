import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { activityEvent, type EventRow } from './tables.ts'

const { columns } = activityEvent
const select = `select ${columns} from activity_event where`
// A key that names projects sees no more than theirs; null stands for everything.
const ofProjects = (parameter: string) => `(${parameter}::uuid[] is null or project_id = any(${parameter}))`

type ProjectIds = readonly string[] | undefined

const byCycle = statement<{ cycleId: string; after: number; limit: number; only: readonly string[] | null }, EventRow>(
  'event.by-cycle',
  `${select} workspace_id = :workspace and cycle_id = :cycleId and position > :after and ${ofProjects(':only')} order by position limit :limit`,
)
/** A cycle's own events and its tasks', oldest first, after a position. */
export const eventsOfCycle = (tx: Transaction, cycleId: string, after: number, limit: number, only?: ProjectIds) =>
  byCycle(tx, { cycleId, after, limit, only: only ?? null })

const byCycleNewest = statement<{ cycleId: string; limit: number; before: number }, EventRow>(
  'event.by-cycle-newest',
  `${select} workspace_id = :workspace and cycle_id = :cycleId and position < :before order by position desc limit :limit`,
)
/** The newest first, before a position where one is given. */
export const newestEventsOfCycle = (
  tx: Transaction,
  cycleId: string,
  limit: number,
  before = Number.MAX_SAFE_INTEGER,
) => byCycleNewest(tx, { cycleId, limit, before })

const byTask = statement<{ taskId: string; after: number; limit: number }, EventRow>(
  'event.by-task',
  `${select} workspace_id = :workspace and entity_type = 'task' and entity_id = :taskId and position > :after order by position limit :limit`,
)
export const eventsOfTask = (tx: Transaction, taskId: string, after: number, limit: number) =>
  byTask(tx, { taskId, after, limit })

const byTrace = statement<{ traceId: string; limit: number; only: readonly string[] | null }, EventRow>(
  'event.by-trace',
  `${select} workspace_id = :workspace and trace_id = :traceId and ${ofProjects(':only')} order by position desc limit :limit`,
)
export const eventsOfTrace = (tx: Transaction, traceId: string, limit: number, only: ProjectIds) =>
  byTrace(tx, { traceId, limit, only: only ?? null })

const byName = statement<{ name: string; limit: number; only: readonly string[] | null }, EventRow>(
  'event.by-name',
  `${select} workspace_id = :workspace and name = :name and ${ofProjects(':only')} order by position desc limit :limit`,
)
export const eventsNamed = (tx: Transaction, name: string, limit: number, only: ProjectIds) =>
  byName(tx, { name, limit, only: only ?? null })

const byEntity = statement<{ type: string; id: string; limit: number; only: readonly string[] | null }, EventRow>(
  'event.by-entity',
  `${select} workspace_id = :workspace and entity_type = :type and entity_id = :id and ${ofProjects(':only')}
   order by position desc limit :limit`,
)
export const eventsOfEntity = (
  tx: Transaction,
  [type, id]: readonly [type: string, id: string],
  limit: number,
  only: ProjectIds,
) => byEntity(tx, { type, id, limit, only: only ?? null })

const recent = statement<{ before: string; limit: number; only: readonly string[] | null }, EventRow>(
  'event.recent',
  `${select} workspace_id = :workspace and occurred_at < :before and ${ofProjects(':only')}
   order by occurred_at desc, position desc limit :limit`,
)
export const recentEvents = (tx: Transaction, before: string, limit: number, only: ProjectIds) =>
  recent(tx, { before, limit, only: only ?? null })
