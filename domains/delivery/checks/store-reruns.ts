import { json, oneRowStatement, rowStatement, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { taskIdsOfProject } from '../tasks/index.ts'
import { checkRerun, type CheckRerunRow, type CheckRow } from './tables.ts'

/** A rerun: another run of a check on the judged commit, at the request of a person. */
interface NewRerun extends Pick<CheckRerunRow, 'id' | 'taskId' | 'commitSha' | 'name' | 'command'> {
  /** The run of the cycle; the result becomes part of its evidence. */
  readonly runId: string
  /** The run that executes this check again. */
  readonly ownRunId: string
  readonly now: Date
}
export const beginRerun = oneRowStatement<NewRerun, CheckRerunRow>(
  'check-rerun.insert',
  insertInto(
    checkRerun,
    ['id', 'taskId', 'runId', 'ownRunId', 'commitSha', 'name', 'command'],
    { workspaceId: ':workspace', log: "''", createdAt: ':now' },
    `returning ${checkRerun.columns}`,
  ),
)

export const findRerun = rowStatement<{ id: string }, CheckRerunRow>(
  'check-rerun.find',
  `select ${checkRerun.columns} from check_rerun where id = :id`,
)

export type RerunResult = Pick<CheckRow, 'outcome' | 'exitCode' | 'stoppedBy' | 'durationMs' | 'log' | 'report'>
const end = rowStatement<Omit<RerunResult, 'report'> & { id: string; report: Json | null; now: Date }, CheckRerunRow>(
  'check-rerun.end',
  `update check_rerun set outcome = :outcome, exit_code = :exitCode, stopped_by = :stoppedBy, duration_ms = :durationMs,
     log = :log, report = :report, ended_at = :now
   where id = :id and ended_at is null returning ${checkRerun.columns}`,
)
/** Updates a rerun with its result; undefined if it has one already. */
export const endRerun = (tx: Transaction, id: string, result: RerunResult, now: Date) =>
  end(tx, { ...result, id, report: json(result.report), now })

/** Returns the reruns of a task's checks in one run of its cycle, oldest first. */
export const rerunsOf = statement<{ taskId: string; runId: string }, CheckRerunRow>(
  'check-rerun.of-task',
  `select ${checkRerun.columns} from check_rerun where task_id = :taskId and run_id = :runId order by created_at, id`,
)

const open = statement<{ projectId: string }, { ownRunId: string }>(
  'check-rerun.open',
  `select own_run_id as "ownRunId" from check_rerun
   where ended_at is null and task_id in ${taskIdsOfProject(':projectId')}`,
)
/** Returns the runs of unfinished reruns in a project. */
export const openRerunsIn = async (tx: Transaction, projectId: string) =>
  (await open(tx, { projectId })).map(({ ownRunId }) => ownRunId)
