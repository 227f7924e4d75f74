import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { failureForEvents } from './failure.ts'
import type { TaskStatus } from './rules.ts'
import { moveTaskRow, type TaskChange } from './store.ts'
import { planTask as plan, type PlannedTask } from './store-plan.ts'
import type { TaskRow } from './tables.ts'

/**
 * Moves a task for its run and notifies its followers. A task of another run, and one that has ended, stays as it is.
 */
export const moveTask = async (
  tx: Transaction,
  { id, runId }: { readonly id: string; readonly runId: string },
  to: TaskStatus,
  now: Date,
  change: TaskChange = {},
): Promise<TaskRow | undefined> => {
  const moved = await moveTaskRow(tx, id, runId, to, now, change)
  if (moved) announce(tx, moved)
  return moved
}

/** Adds a task to a run, and notifies its followers. */
export const planTask = async (tx: Transaction, planned: PlannedTask): Promise<TaskRow> => {
  const row = await plan(tx, planned)
  announce(tx, row)
  return row
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
