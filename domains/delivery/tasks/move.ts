import { record } from '../../../platform/audit/index.ts'
import { json } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { failureForEvents } from './failure.ts'
import { terminalStatuses, type TaskStatus } from './rules.ts'
import { insertTask, type PlannedTask } from './store-plan.ts'
import { moveByRun, beginRun, setAgent, setConflict, setMergeSha, setRound } from './store-run.ts'
import type { Failure, TaskRow, Conflict, TaskAgent, TaskRound } from './tables.ts'

/** Moves a task by the run that holds it, over a person's status; ended tasks and other runs' stay unchanged. */
export const moveTask = async (
  tx: Transaction,
  { id, runId }: { readonly id: string; readonly runId: string },
  to: TaskStatus,
  now: Date,
  change: { readonly headSha?: string; readonly mergeSha?: string; readonly failure?: Failure } = {},
): Promise<TaskRow | undefined> => {
  const failure = json(change.failure)
  const moved = await moveByRun(tx, { id, runId, to, now, ...change, failure, ended: terminalStatuses })
  if (moved) recordStatusEvent(tx, moved)
  return moved
}

/** Adds a task to a run, and notifies its followers. */
export const planTask = async (tx: Transaction, planned: PlannedTask): Promise<TaskRow> => {
  const { mend, planChanged = false } = planned
  const row = await insertTask(tx, { ...planned, mend: json(mend), planChanged })
  recordStatusEvent(tx, row)
  return row
}

const recordStatusEvent = (tx: Transaction, { id, projectId, cycleId, status, failure }: TaskRow) =>
  record(tx, undefined, {
    name: `task.${status}`,
    entity: ['task', id],
    projectId,
    cycleId,
    taskId: id,
    payload: { status, ...(failure && { failure: failureForEvents(failure) }) },
  })

/** Stores which run carries the task out, and where its change begins. */
export const beginTaskRun: typeof beginRun = (tx, begun) => beginRun(tx, begun)

/** Stores which agent carries the task out, by the run that holds it. */
export const assignTaskAgent = (tx: Transaction, id: string, runId: string, by: TaskAgent) =>
  setAgent(tx, { id, runId, agent: json(by) })

/** Stores the result of a round in the place of an earlier one, by the run that holds the task. */
export const recordRound = (tx: Transaction, id: string, runId: string, of: TaskRound) =>
  setRound(tx, { id, runId, name: of.round, round: json(of) })

/** Stores the conflict that the next run of the task has to solve. */
export const recordConflict = (tx: Transaction, id: string, runId: string, found: Conflict) =>
  setConflict(tx, { id, runId, conflict: json(found) })

/** Stores the merge commit of a task's change on the branch of its cycle, whose pull request is yet to be made. */
export const recordMergeSha = (tx: Transaction, id: string, runId: string, mergeSha: string) =>
  setMergeSha(tx, { id, runId, mergeSha })
