import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Run } from '../../../platform/jobs/index.ts'
import { adoptTask, findTask, needsOf, planTask, replaceNeeds, tasksOfCycle, type TaskRow } from '../tasks/index.ts'
import type { refsOf } from '../cycles/rules.ts'
import { type PlannedPiece, peoplesTasks } from './rules-plan.ts'
import { findCycle, deliveredParts, type CycleRow } from '../cycles/index.ts'
import type { CyclePlan } from './plan-cycle.ts'

interface TasksInput {
  readonly cycle: CycleRow
  readonly run: Run
  readonly refs: ReturnType<typeof refsOf>
  readonly repositoryId: string
  readonly baseSha: string
  readonly planned: CyclePlan
  readonly now: Date
}

/** A task to be made, under the id that it will have. */
interface NewPlannedTask extends Pick<PlannedPiece, 'title' | 'description'> {
  readonly id: string
  readonly needs: readonly string[]
  readonly repositoryId: string
  readonly addedBy: string | undefined
  readonly planChanged: boolean
  /** True if the task exists already, and the run takes it up. */
  readonly isDraft: boolean
}

/** Inserts the tasks of a run: of the plan, copies of tasks that people added, and their new ones; returns the number. */
export const makeTasks = async (tx: Transaction, making: TasksInput): Promise<number> => {
  const made = await tasksToMake(tx, making)
  for (const [at, task] of made.entries()) await insertOrAdopt(tx, making, task, at + 1)
  for (const { id, needs } of made) if (needs.length > 0) await replaceNeeds(tx, id, needs)
  return made.length
}

const tasksToMake = async (tx: Transaction, making: TasksInput): Promise<NewPlannedTask[]> => {
  const { cycle, planned, repositoryId } = making
  const { drafts, carried } = peoplesTasks(await tasksOfCycle(tx, cycle.id))
  // Beside another plan only tasks that people added are carried over: a change of the old plan came too late.
  const carriedOver = planned.by === 'people' ? carried : carried.filter(({ addedBy }) => addedBy !== null)
  const peoples = [...carriedOver, ...drafts]
  const { title, description } = cycle
  const isOne = planned.pieces.length === 0 && (planned.by !== 'people' || peoples.length === 0)
  const one = (repositories: readonly string[]) =>
    repositories.map((of, at) => ({ name: `all ${at}`, title, description, needs: [], repositoryId: of }))
  const pieces = isOne ? one(await repositoriesToChange(tx, making)) : planned.pieces
  const ids = new Map(pieces.map(({ name }) => [name, uuidv7()]))
  const ofPlan = pieces.map(({ name, needs, repositoryId: of = repositoryId, ...piece }) => ({
    ...piece,
    repositoryId: of,
    id: ids.get(name)!,
    needs: needs.map((need) => ids.get(need)!),
    addedBy: undefined,
    planChanged: false,
    isDraft: false,
  }))
  return [...ofPlan, ...(await copyTasks(tx, making, peoples))]
}

/** A revert has a task for each repository that the other cycle was delivered to; kept tests go where their task worked. */
const repositoriesToChange = async (tx: Transaction, { cycle, repositoryId }: TasksInput): Promise<string[]> => {
  const testedTask = cycle.keepsTestsOfTaskId ? await findTask(tx, cycle.keepsTestsOfTaskId) : undefined
  if (testedTask) return [testedTask.repositoryId ?? repositoryId]
  const reverted = cycle.revertsCycleId ? await findCycle(tx, cycle.revertsCycleId) : undefined
  const parts = reverted ? await deliveredParts(tx, reverted) : []
  return parts.length === 0 ? [repositoryId] : parts.map((part) => part.repositoryId ?? repositoryId)
}

/** Copies people's tasks, without needs outside of the run. Tasks of the primary repository follow the primary one. */
const copyTasks = async (
  tx: Transaction,
  { cycle, ...making }: TasksInput,
  peoples: readonly TaskRow[],
): Promise<NewPlannedTask[]> => {
  const repositoryOf = ({ repositoryId: of, runId }: TaskRow) =>
    of === null || (runId !== null && of === cycle.repositoryId) ? making.repositoryId : of
  const ids = new Map(peoples.map(({ id, runId }) => [id, runId === null ? id : uuidv7()]))
  const needs = await needsOf(tx, [...ids.keys()])
  return peoples.map((task) => ({
    id: ids.get(task.id)!,
    title: task.title,
    description: task.description,
    addedBy: task.addedBy ?? undefined,
    planChanged: task.planChanged,
    isDraft: task.runId === null,
    repositoryId: repositoryOf(task),
    needs: needs.of(task.id).flatMap((need) => ids.get(need) ?? []),
  }))
}

const insertOrAdopt = async (tx: Transaction, making: TasksInput, task: NewPlannedTask, number: number) => {
  const { cycle, run, refs, now } = making
  const { id, title, description, addedBy, planChanged, needs, isDraft, repositoryId } = task
  const baseSha = needs.length === 0 && repositoryId === making.repositoryId ? making.baseSha : undefined
  const at = { id, runId: run.id, number, repositoryId, branch: refs.task(number), baseSha, now }
  if (isDraft) return adoptTask(tx, at)
  const content = { title, description, addedBy, planChanged }
  await planTask(tx, { ...at, projectId: cycle.projectId, cycleId: cycle.id, ...content })
}
