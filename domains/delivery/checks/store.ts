import { json, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { newestTaskOf, taskIdsOfProject, taskIdsOfCycle } from '../tasks/index.ts'
import { taskCheck, type CheckRow } from './tables.ts'
import type { RunLog, RunLogs } from '../../domain.ts'

type StoredCheck = Omit<CheckRow, 'report' | 'coverage'> & Record<'report' | 'coverage', Json | null>
const check = statement<StoredCheck & { taskId: string; runId: string; now: Date }>(
  'task.check',
  insertInto(
    taskCheck,
    [
      ...(['taskId', 'runId', 'phase', 'name', 'command', 'outcome', 'exitCode', 'stoppedBy'] as const),
      ...(['durationMs', 'log', 'report', 'coverage'] as const),
    ],
    { workspaceId: ':workspace', createdAt: ':now' },
    `on conflict (task_id, run_id, phase, name) do update set command = excluded.command, outcome = excluded.outcome,
     exit_code = excluded.exit_code, stopped_by = excluded.stopped_by, duration_ms = excluded.duration_ms,
     log = excluded.log, report = excluded.report, coverage = excluded.coverage, created_at = excluded.created_at`,
  ),
)
export const recordCheck = (tx: Transaction, taskId: string, runId: string, row: CheckRow, now: Date) =>
  check(tx, { ...row, taskId, runId, report: json(row.report), coverage: json(row.coverage), now })

/** Deletes the check results of an earlier attempt at the change; the base's stay. */
export const deleteChecks = statement<{ taskId: string; runId: string }>(
  'task.forget-checks',
  `delete from task_check where task_id = :taskId and run_id = :runId and phase <> 'base'`,
)

/** Deletes the base's check results after the task's base moved. */
export const deleteBaseChecks = statement<{ taskId: string; runId: string }>(
  'task.forget-base-checks',
  `delete from task_check where task_id = :taskId and run_id = :runId and phase = 'base'`,
)

const checks = statement<{ taskId: string; runId: string }, CheckRow>(
  'task.checks',
  `select ${taskCheck.columns} from task_check where task_id = :taskId and run_id = :runId order by phase, created_at, name`,
)
export const checksOf = (tx: Transaction, taskId: string, runId: string) => checks(tx, { taskId, runId })

const hasChecks = (taskAlias: string, phase: 'base' | 'task') =>
  `exists (select from task_check c where c.task_id = ${taskAlias}.id and c.phase = '${phase}')`
const isOnBase = (taskAlias: string) => `${taskAlias}.base_sha = :commitSha and ${hasChecks(taskAlias, 'base')}`
/** The checks that ran over a commit before the newest change of it. */
export const checksAtCommit = statement<{ projectId: string; commitSha: string }, CheckRow>(
  'task.checks-at-commit',
  `select ${taskCheck.columns} from task_check
   where phase = 'base' and task_id = ${newestTaskOf(':projectId', isOnBase)}
   order by created_at, name limit 50`,
)

const newestIn = (phase: 'base' | 'task') => newestTaskOf(':projectId', (taskAlias) => hasChecks(taskAlias, phase))
/** How long the setup and each check took the last time in a project, before and after a change; the setup first. */
export const newestChecks = statement<
  { projectId: string },
  { phase: 'base' | 'task'; name: string; durationMs: number }
>(
  'task.newest-checks',
  `select phase, name, duration_ms as "durationMs" from task_check
   where (phase = 'base' and task_id = ${newestIn('base')}) or (phase = 'task' and task_id = ${newestIn('task')})
   order by phase, name <> 'setup', name limit 100`,
)

const contents = ['task_check', 'check_rerun', 'change_part'].map((name) =>
  statement<{ projectId: string }>(
    `task.remove-${name}`,
    `delete from ${name} where task_id in ${taskIdsOfProject(':projectId')}`,
  ),
)
/** Removes the output of a project's checks, and the accounts of its changes. */
export const removeChecks = async (tx: Transaction, projectId: string): Promise<void> => {
  for (const remove of contents) await remove(tx, { projectId })
}

const logs = statement<{ cycleIds: readonly string[]; runIds: readonly string[]; rows: number }, RunLog>(
  'task.trace-logs',
  `select c.run_id as "runId", c.task_id as "taskId", c.phase || ' ' || c.name as name, c.created_at as at, c.log as text
   from task_check c where c.task_id in ${taskIdsOfCycle('any(:cycleIds)')} and c.run_id = any(:runIds)
   order by at, name limit :rows`,
)
/** The output of checks in these runs of these cycles, oldest first. */
export const checkLogsOf: RunLogs = (tx, cycleIds, runIds, rows) => logs(tx, { cycleIds, runIds, rows })
