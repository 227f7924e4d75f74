import { record } from '../../../platform/audit/index.ts'
import { json } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { failureForEvents } from './failure.ts'
import { terminalStatuses, type TaskStatus } from './rules.ts'
import { insertTask, type PlannedTask } from './store-plan.ts'
import { moveByRun } from './store-run.ts'
import type { Failure, TaskRow } from './tables.ts'

interface TaskChange {
  readonly headSha?: string
  readonly mergeSha?: string
  readonly failure?: Failure
}

/**
 * The engine's move, by the run that holds the task: it overrides a person's status, and notifies followers. A task of
 * another run, and an ended task, stays unchanged.
 */
export const moveTask = async (
  tx: Transaction,
  { id, runId }: { readonly id: string; readonly runId: string },
  to: TaskStatus,
  now: Date,
  change: TaskChange = {},
): Promise<TaskRow | undefined> => {
  const failure = json(change.failure)
  const moved = (await moveByRun(tx, { id, runId, to, now, ...change, failure, ended: terminalStatuses })).at(0)
  if (moved) announce(tx, moved)
  return moved
}

/** Adds a task to a run, and notifies its followers. */
export const planTask = async (tx: Transaction, planned: PlannedTask): Promise<TaskRow> => {
  const { mend, planChanged = false } = planned
  const [row] = await insertTask(tx, { ...planned, mend: json(mend), planChanged })
  announce(tx, row!)
  return row!
}

const announce = (tx: Transaction, { id, projectId, cycleId, status, failure }: TaskRow) =>
  record(tx, undefined, {
    name: `task.${status}`,
    entity: ['task', id],
    projectId,
    cycleId,
    taskId: id,
    payload: { status, ...(failure && { failure: failureForEvents(failure) }) },
  })
