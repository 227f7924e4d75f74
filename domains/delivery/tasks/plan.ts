import type { Transaction } from '../../../platform/db/transaction.ts'
import {
  addNeed,
  adopt,
  deleteNeeds,
  keepTests,
  releaseKeptTests,
  removeOfCycle,
  removeOne,
  setPlanChanged,
  updateTexts,
  type AdoptedTask,
  type TaskTexts,
} from './store-plan.ts'
import type { TaskRow } from './tables.ts'

/** A run takes up a task that people added before it began; the run names its needs again. */
export const adoptTask = async (tx: Transaction, adopted: AdoptedTask): Promise<void> => {
  await adopt(tx, adopted)
  await deleteNeeds(tx, { taskId: adopted.id })
}

export const replaceNeeds = async (tx: Transaction, taskId: string, needs: readonly string[]): Promise<void> => {
  await deleteNeeds(tx, { taskId })
  for (const dependsOn of new Set(needs)) await addNeed(tx, { taskId, dependsOn })
}

/** Updates a task of a plan by hand, also for the next run of the cycle. Undefined if the task was deleted. */
export const editTask = async (
  tx: Transaction,
  { id, cycleId, runId }: TaskRow,
  { dependsOn, title, description }: TaskTexts & { readonly dependsOn?: readonly string[] | undefined },
  now: Date,
): Promise<TaskRow | undefined> => {
  if (dependsOn) await replaceNeeds(tx, id, dependsOn)
  if (dependsOn && runId) await setPlanChanged(tx, { cycleId, runId, changed: true })
  return updateTexts(tx, { id, title, description, now })
}

/** Removes a task from its plan: nothing waits for it any more, and it waits for nothing. */
export const removeTask = async (
  tx: Transaction,
  { id, cycleId, runId, addedBy, mend }: TaskRow,
  now: Date,
): Promise<void> => {
  await removeOne(tx, { id, now })
  await deleteNeeds(tx, { taskId: id })
  if (runId && addedBy === null && !mend) await setPlanChanged(tx, { cycleId, runId, changed: true })
}

/** Resets the changed plan, so that the next run of the cycle is planned again. */
export const resetPlanChanges = (tx: Transaction, cycleId: string, runId: string) =>
  setPlanChanged(tx, { cycleId, runId, changed: false })

/** Deletes the tasks of a cycle with it; tests that it would have added can be added by another cycle. */
export const deleteTasksOf = async (tx: Transaction, cycleId: string, now: Date): Promise<void> => {
  await removeOfCycle(tx, { cycleId, now })
  await releaseKeptTests(tx, { by: cycleId, now })
}

/** Names the cycle that adds the examiner's tests of a task; undefined if another one does. */
export const markTestsKept = (tx: Transaction, id: string, by: string, now: Date) => keepTests(tx, { id, by, now })
