import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

export interface EndedRun {
  readonly cycleId: string
  readonly outcome: 'completed' | 'failed' | 'stopped'
  readonly at: Date
}

const ended = statement<{ projectId: string; since: Date; limit: number }, EndedRun>(
  'event.ended-runs',
  `select entity_id as "cycleId", substr(name, 7) as outcome, occurred_at as at from activity_event
   where workspace_id = :workspace and project_id = :projectId and occurred_at >= :since and entity_type = 'cycle'
     and name in ('cycle.completed', 'cycle.failed', 'cycle.stopped')
   order by occurred_at desc limit :limit`,
)
/** Runs of a project that ended since a time, the newest first. */
export const endedRuns = (tx: Transaction, projectId: string, since: Date, limit: number) =>
  ended(tx, { projectId, since, limit })

/** A cycle or a task came to this status. */
export interface StageEvent {
  readonly of: 'cycle' | 'task'
  readonly id: string
  readonly cycleId: string
  readonly stage: string
  readonly at: Date
}

const stages = statement<{ cycleIds: readonly string[]; names: readonly string[]; limit: number }, StageEvent>(
  'event.stages',
  `select entity_type as of, entity_id as id, coalesce(cycle_id::text, '') as "cycleId", split_part(name, '.', 2) as stage, occurred_at as at
   from activity_event
   where workspace_id = :workspace and cycle_id = any(:cycleIds) and name = any(:names)
   order by position limit :limit`,
)
/** The times at which cycles and their tasks came to each of their statuses, the oldest first. */
export const stageEventsOf = (tx: Transaction, cycleIds: readonly string[], names: readonly string[], limit: number) =>
  stages(tx, { cycleIds, names, limit })
