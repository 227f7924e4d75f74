import { planLimits } from '../cycles/rules.ts'
import type { TaskRow } from '../tasks/index.ts'
import { titleAbout } from './rules-reverts.ts'

/** One task of a plan: others of the same plan refer to it by `name`. */
export interface PlannedPiece {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly needs: readonly string[]
  /** The repository of the task; absent for the primary one. */
  readonly repositoryId?: string
}

type PieceWithNeeds = Pick<PlannedPiece, 'name' | 'needs'>

/** The faults of a plan, in sentences; empty for a valid plan. */
export const faultsOfPlan = (pieces: readonly PlannedPiece[]): string[] => {
  if (pieces.length === 0) return ['The plan has no task.']
  if (pieces.length > planLimits.tasks)
    return [`The plan has ${pieces.length} tasks. A cycle takes at most ${planLimits.tasks}.`]
  const faults = [...pieces.flatMap(faultsOfPiece), ...doubles(pieces)]
  return faults.length > 0 ? faults : faultsOfNeeds(pieces)
}

const faultsOfPiece = ({ name, title, description }: PlannedPiece): string[] => {
  const called = `The task “${name.slice(0, planLimits.nameChars)}”`
  return [
    ...bounded(name, planLimits.nameChars, 'A task', 'name'),
    ...bounded(title, planLimits.titleChars, called, 'title'),
    ...bounded(description, planLimits.descriptionChars, called, 'description'),
  ]
}

const bounded = (text: string, most: number, what: string, field: string): string[] => {
  if (text.trim() === '') return [`${what} has no ${field}.`]
  return text.length > most ? [`${what} has a ${field} of more than ${most} characters.`] : []
}

const doubles = (pieces: readonly PieceWithNeeds[]): string[] => {
  const names = pieces.map(({ name }) => name)
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].map(
    (name) => `Two tasks are called “${name}”.`,
  )
}

/** The faults of dependencies between tasks: unknown names, themselves, duplicates, or a circle. */
export const faultsOfNeeds = (tasks: readonly PieceWithNeeds[]): string[] => {
  const names = new Set(tasks.map(({ name }) => name))
  const faults = tasks.flatMap(({ name, needs }) => [
    ...(needs.includes(name) ? [`“${name}” needs itself.`] : []),
    ...needs
      .filter((need) => !names.has(need))
      .map((need) => `“${name}” needs “${need}”, which is no task of the plan.`),
    ...(new Set(needs).size < needs.length ? [`“${name}” names a task that it needs twice.`] : []),
  ])
  if (faults.length > 0) return faults
  const circle = circleIn(tasks)
  return circle ? [`The tasks need one another in a circle: ${circle.map((name) => `“${name}”`).join(' needs ')}.`] : []
}

/** Removes tasks whose needs are all removed, until none is left to remove; the rest leads into a circle. */
const circleIn = (tasks: readonly PieceWithNeeds[]): readonly string[] | undefined => {
  const left = new Map(tasks.map(({ name, needs }) => [name, needs]))
  for (let before = -1; before !== left.size;) {
    before = left.size
    for (const [name, needs] of left) if (!needs.some((need) => left.has(need))) left.delete(name)
  }
  const [start] = left.keys()
  if (start === undefined) return undefined
  const path = [start]
  for (;;) {
    const next = left.get(path.at(-1)!)!.find((need) => left.has(need))!
    const seen = path.indexOf(next)
    if (seen !== -1) return [...path.slice(seen), next]
    path.push(next)
  }
}

/** The title of the cycle that adds the tests which an examiner wrote or people added for a task. */
export const titleOfKeptTests = (title: string): string => titleAbout('Keep the tests of', title)

export const descriptionOfKeptTests = (task: { readonly title: string; readonly mergeSha: string | null }): string =>
  `Add the tests that were written for “${task.title}”${task.mergeSha === null ? '' : ` (commit ${task.mergeSha})`} to the project. ` +
  'They passed over that change in its review. Git adds the files; where a check does not pass with them, settle that in these files and nothing else.'

/**
 * The tasks that people added to a cycle or whose plan they changed, of all of its tasks, the newest run's first: `drafts`
 * since the newest run began, and those `carried` to the next run, which are all if people changed its plan. They are
 * the plan of the cycle if it has no other tasks, or if people changed the plan.
 */
export const peoplesTasks = (tasks: readonly TaskRow[]) => {
  const drafts = tasks.filter(({ runId }) => runId === null).sort(byNumber)
  const newest = tasks.find(({ runId }) => runId !== null)?.runId
  // Mending tasks of the engine are no one's plan.
  const last = tasks.filter(({ runId, mend }) => runId !== null && runId === newest && mend === null)
  const isChanged = last.some(({ addedBy, planChanged }) => addedBy === null && planChanged)
  const carried = last.filter(({ addedBy }) => isChanged || addedBy !== null).sort(byNumber)
  return { drafts, carried, isPlan: drafts.length + carried.length > 0 && carried.length === last.length }
}

const byNumber = (one: TaskRow, other: TaskRow) => one.number - other.number
