import { newestEvent } from '../../../platform/audit/index.ts'
import { countOf, countRows, type RowCount } from '../../../platform/db/page.ts'
import { oneRowStatement, rowStatement, statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { EventReader } from './next-page.ts'
import { activityEvent, type EventRow } from './tables.ts'

const { columns } = activityEvent
const select = `select ${columns} from activity_event where`
// A key that names projects sees no more than theirs; null means everything.
const ofProjects = (parameter: string) => `(${parameter}::uuid[] is null or project_id = any(${parameter}))`

const shownTo = (parameter: string) =>
  `(${parameter}::text = 'agency' or entity_type not in ('pending_request', 'deliverable', 'deliverable_approval', 'budget'))`

type ProjectIds = readonly string[] | undefined

const newest = Number.MAX_SAFE_INTEGER

interface CycleEventsQuery {
  readonly cycleId: string
  readonly reader: EventReader
  readonly limit: number
}

const byCycle = statement<CycleEventsQuery & { after: number; only: readonly string[] | null }, EventRow>(
  'event.by-cycle',
  `${select} workspace_id = :workspace and cycle_id = :cycleId and position > :after and ${ofProjects(':only')}
     and ${shownTo(':reader')} order by position limit :limit`,
)
/** A cycle's own events and its tasks', oldest first, after a position. */
export const eventsOfCycle = (tx: Transaction, of: CycleEventsQuery, after: number, only?: ProjectIds) =>
  byCycle(tx, { ...of, after, only: only ?? null })

const byCycleNewest = statement<CycleEventsQuery & { before: number }, EventRow>(
  'event.by-cycle-newest',
  `${select} workspace_id = :workspace and cycle_id = :cycleId and position < :before and ${shownTo(':reader')}
   order by position desc limit :limit`,
)
/** A cycle's own events and its tasks', newest first, before a position. */
export const newestEventsOfCycle = (tx: Transaction, of: CycleEventsQuery, before = newest) =>
  byCycleNewest(tx, { ...of, before })

const ownOfCycle = statement<CycleEventsQuery & { before: number }, EventRow>(
  'event.own-of-cycle',
  `${select} workspace_id = :workspace and cycle_id = :cycleId and task_id is null and position < :before
     and ${shownTo(':reader')} order by position desc limit :limit`,
)
/** A cycle's own events without its tasks', newest first, before a position. */
export const ownEventsOfCycle = (tx: Transaction, of: CycleEventsQuery, before = newest) =>
  ownOfCycle(tx, { ...of, before })

export const eventsOfTask = statement<{ taskId: string; after: number; limit: number }, EventRow>(
  'event.by-task',
  `${select} workspace_id = :workspace and entity_type = 'task' and entity_id = :taskId and position > :after order by position limit :limit`,
)

interface Page {
  readonly limit: number
  /** The position that the rows come before. */
  readonly before: number
  readonly only: ProjectIds
}
type PageValues = Omit<Page, 'only'> & { only: readonly string[] | null }
const valuesOf = ({ limit, before, only }: Page): PageValues => ({ limit, before, only: only ?? null })

const byTrace = statement<{ traceId: string } & PageValues, EventRow>(
  'event.by-trace',
  `${select} workspace_id = :workspace and trace_id = :traceId and position < :before and ${ofProjects(':only')}
   order by position desc limit :limit`,
)
export const eventsOfTrace = (tx: Transaction, traceId: string, page: Page) =>
  byTrace(tx, { traceId, ...valuesOf(page) })

const byName = statement<{ name: string } & PageValues, EventRow>(
  'event.by-name',
  `${select} workspace_id = :workspace and name = :name and position < :before and ${ofProjects(':only')}
   order by position desc limit :limit`,
)
export const eventsNamed = (tx: Transaction, name: string, page: Page) => byName(tx, { name, ...valuesOf(page) })

const byEntity = statement<{ type: string; id: string } & PageValues, EventRow>(
  'event.by-entity',
  `${select} workspace_id = :workspace and entity_type = :type and entity_id = :id and position < :before
     and ${ofProjects(':only')} order by position desc limit :limit`,
)
export const eventsOfEntity = (tx: Transaction, [type, id]: readonly [type: string, id: string], page: Page) =>
  byEntity(tx, { type, id, ...valuesOf(page) })

const isRecent = `workspace_id = :workspace and (occurred_at, position) < (:at, :before) and ${ofProjects(':only')}`
const recent = statement<{ at: string } & PageValues, EventRow>(
  'event.recent',
  `${select} ${isRecent} order by occurred_at desc, position desc limit :limit`,
)
const count = statement<Omit<PageValues, 'limit'> & { at: string; rows: number }, RowCount>(
  'event.count',
  countOf(`activity_event where ${isRecent}`),
)
/** All events, newest first: events strictly older than `at`, and events of that moment before a position. */
export const recentEvents = (tx: Transaction, at: string, page: Page) => recent(tx, { at, ...valuesOf(page) })
export const countEvents = (tx: Transaction, at: string, only: ProjectIds) =>
  countRows(tx, count, { at, before: newest, only: only ?? null })

// The names from the index `activity_event_timeline`.
/** The milestones of a project before a time and position, newest first. */
export const timelineOfProject = statement<{ projectId: string; at: string; before: number; limit: number }, EventRow>(
  'event.timeline',
  `${select} workspace_id = :workspace and project_id = :projectId and (occurred_at, position) < (:at, :before)
     and name in ('cycle.proposed', 'cycle.completed', 'cycle.failed', 'cycle.stopped', 'cycle.reverted', 'task.checked',
       'task.reviewed', 'deliverable.published', 'deliverable_approval.decided', 'pending_request.created')
     and (name <> 'task.checked' or (payload ->> 'phase' = 'task' and payload ->> 'outcome' <> 'passed'))
     and (name <> 'task.reviewed' or payload ->> 'verdict' = 'refused')
   order by occurred_at desc, position desc limit :limit`,
)

export const eventAt = rowStatement<{ position: number }, EventRow>(
  'event.at',
  `${select} workspace_id = :workspace and position = :position`,
)

const after = statement<{ position: number; limit: number }, EventRow>(
  'event.after',
  `${select} workspace_id = :workspace and position > :position order by position limit :limit`,
)
/** The events of the workspace behind a position, oldest first. */
export const eventsAfter = (tx: Transaction, position: number, limit: number) => after(tx, { position, limit })

/** The position of the newest event of the workspace; 0 without events. */
export const newestPosition = oneRowStatement<NoValues, { position: number }>(
  'event.newest-position',
  `select ${newestEvent(':workspace')} as position`,
)

/** Events that happened before a time, behind this time and position, oldest first. */
export const eventsOfPeriod = statement<{ at: Date; position: number; until: Date; limit: number }, EventRow>(
  'event.of-period',
  `${select} workspace_id = :workspace and (occurred_at, position) > (:at, :position) and occurred_at < :until
   order by occurred_at, position limit :limit`,
)

type TraceEvent = Pick<EventRow, 'id' | 'entityType' | 'entityId' | 'payload' | 'occurredAt'> & { eventType: string }
export const eventsInTrace = statement<{ traceId: string; rows: number }, TraceEvent>(
  'event.in-trace',
  `select id, name as "eventType", entity_type as "entityType", entity_id as "entityId", payload,
     occurred_at as "occurredAt"
   from activity_event where workspace_id = :workspace and trace_id = :traceId order by position limit :rows`,
)

export interface EndedRun {
  readonly cycleId: string
  readonly outcome: 'completed' | 'failed' | 'stopped'
  readonly at: Date
}

/** Runs of a project that ended since a time, the newest first. */
export const endedRuns = statement<{ projectId: string; since: Date; limit: number }, EndedRun>(
  'event.ended-runs',
  `select entity_id as "cycleId", substr(name, 7) as outcome, occurred_at as at from activity_event
   where workspace_id = :workspace and project_id = :projectId and occurred_at >= :since and entity_type = 'cycle'
     and name in ('cycle.completed', 'cycle.failed', 'cycle.stopped')
   order by occurred_at desc limit :limit`,
)

/** A cycle or a task came to this status. */
export interface StageEvent {
  readonly of: 'cycle' | 'task'
  readonly id: string
  readonly cycleId: string
  readonly stage: string
  readonly at: Date
}

/** The times at which cycles and their tasks came to each of their statuses, the oldest first. */
export const stageEventsOf = statement<
  { cycleIds: readonly string[]; names: readonly string[]; limit: number },
  StageEvent
>(
  'event.stages',
  `select entity_type as of, entity_id as id, coalesce(cycle_id::text, '') as "cycleId", split_part(name, '.', 2) as stage, occurred_at as at
   from activity_event
   where workspace_id = :workspace and cycle_id = any(:cycleIds) and name = any(:names)
   order by position limit :limit`,
)
