import type { Transaction } from '../../../platform/db/transaction.ts'
import { needsOf, tasksOfCycle, type TaskRow } from '../tasks/index.ts'
import { peoplesTasks } from './peoples-tasks.ts'
import { runForNewTasks } from './rules-changes.ts'
import { lockCycle, type CycleRow } from '../cycles/index.ts'

/** The tasks of a cycle that can be changed: tasks of the current run, or of its next run. */
interface EditablePlan {
  readonly cycle: CycleRow
  readonly place: 'run' | 'next'
  readonly tasks: readonly TaskRow[]
}

/** Locks the plan of a cycle with the cycle's row until the transaction ends; undefined if its tasks cannot change. */
export const lockPlan = async (tx: Transaction, cycleId: string): Promise<EditablePlan | undefined> => {
  const cycle = await lockCycle(tx, cycleId)
  const place = cycle && runForNewTasks(cycle.status)
  if (!cycle || !place) return undefined
  const all = await tasksOfCycle(tx, cycleId)
  const { drafts, carried } = peoplesTasks(all)
  const ofRun = all.filter(({ runId }) => runId !== null && runId === cycle.runId)
  return { cycle, place, tasks: place === 'run' ? [...ofRun, ...drafts] : [...carried, ...drafts] }
}

/** The needs of each task of a plan, by id. */
export const needsByTask = async (tx: Transaction, tasks: readonly TaskRow[]) => {
  const ids = tasks.map(({ id }) => id)
  const needs = await needsOf(tx, ids)
  return ids.map((id) => ({ name: id, needs: needs.of(id) }))
}

/** Why needs cannot be taken, as a field of the body. */
export const needsFaults = (faults: readonly string[]) =>
  faults.map((message) => ({ path: 'dependsOn', message: message.slice(0, 500), rule: 'plan' }))
