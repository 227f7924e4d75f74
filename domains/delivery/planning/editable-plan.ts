import type { Transaction } from '../../../platform/db/transaction.ts'
import { needsOf, tasksOfCycle, type TaskRow } from '../tasks/index.ts'
import { faultsOfNeeds, peoplesTasks } from './rules-plan.ts'
import { lockCycle } from '../cycles/index.ts'
import { titleMostChars, type CycleStatus } from '../cycles/rules.ts'

/**
 * Locks the plan of a cycle with the cycle's row until the transaction ends: its tasks that can be changed, of the current
 * run or of the next one. Undefined if none can change.
 */
export const lockPlan = async (tx: Transaction, cycleId: string) => {
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

/** Why a task of a plan cannot have these needs, as a field of the body. */
export const faultsOfDependsOn = async (
  tx: Transaction,
  tasks: readonly TaskRow[],
  id: string,
  needs: readonly string[],
) => {
  const others = (await needsByTask(tx, tasks)).filter(({ name }) => name !== id)
  const faults = faultsOfNeeds([...others, { name: id, needs }])
  return faults.map((message) => ({ path: 'dependsOn', message: message.slice(0, 500), rule: 'plan' }))
}

/** The run that a new task joins: the run under way, or the next one; undefined if the cycle is closed. */
const runForNewTasks = (status: CycleStatus): 'run' | 'next' | undefined => {
  if (status === 'running' || status === 'blocked') return 'run'
  return ['draft', 'planning', 'failed', 'stopped'].includes(status) ? 'next' : undefined
}

/** The first line of a description, without the marks of a heading: the title of a task that was given none. */
export const titleFrom = (description: string): string => {
  const lines = description.split('\n').map((line) => line.replace(/^[#\s]+/, '').trim())
  const first = lines.find((line) => line !== '') ?? 'A task'
  return first.length <= titleMostChars ? first : `${first.slice(0, titleMostChars - 1).toWellFormed()}…`
}
