import { rowStatement, statement, type Json } from '../../../platform/db/statement.ts'
import type { TaskStatus } from './rules.ts'
import { task, type TaskRow } from './tables.ts'

// The changes of a task by the run that holds it.

export const moveByRun = rowStatement<
  {
    id: string
    runId: string
    to: TaskStatus
    now: Date
    headSha?: string
    mergeSha?: string
    failure: Json | null
    ended: readonly TaskStatus[]
  },
  TaskRow
>(
  'task.move',
  `update task set status = :to, engine_status = :to, status_by_hand = false, status_changed_at = :now, updated_at = :now,
     head_sha = coalesce(:headSha, head_sha), merge_sha = coalesce(:mergeSha, merge_sha),
     failure = :failure
   where id = :id and run_id = :runId and deleted_at is null
     and (coalesce(engine_status, status) <> all(:ended) or (engine_status is null and status_by_hand))
   returning ${task.columns}`,
)

export const beginRun = rowStatement<{ id: string; runId: string; ownRunId: string; baseSha: string }, TaskRow>(
  'task.begin',
  `update task set own_run_id = :ownRunId, own_runs = own_runs + 1, base_sha = :baseSha, conflict = null
   where id = :id and run_id = :runId and deleted_at is null returning ${task.columns}`,
)

export const setVerdict = statement<{ id: string; runId: string; review: Json }>(
  'task.review',
  'update task set review = :review where id = :id and run_id = :runId',
)

export const setAgent = statement<{ id: string; runId: string; agent: Json }>(
  'task.agent',
  'update task set agent = :agent where id = :id and run_id = :runId',
)

export const setRound = statement<{ id: string; runId: string; name: string; round: Json }>(
  'task.round',
  `update task set rounds = coalesce((
     select jsonb_agg(one order by at) from jsonb_array_elements(rounds) with ordinality as earlier (one, at)
     where one->>'round' <> :name), '[]'::jsonb) || jsonb_build_array(:round::jsonb)
   where id = :id and run_id = :runId`,
)

export const setConflict = statement<{ id: string; runId: string; conflict: Json }>(
  'task.conflict',
  'update task set conflict = :conflict where id = :id and run_id = :runId',
)

export const setMergeSha = statement<{ id: string; runId: string; mergeSha: string }>(
  'task.record-merge',
  'update task set merge_sha = :mergeSha where id = :id and run_id = :runId and deleted_at is null',
)
