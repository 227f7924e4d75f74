import type { TaskRow } from '../tasks/index.ts'

interface PeoplesTasks {
  /** Added since the newest run began. */
  readonly drafts: readonly TaskRow[]
  /** Tasks of the newest run, which the next one has too: all if people changed its plan. */
  readonly carried: readonly TaskRow[]
  /** Whether they are all that the cycle has, or people changed its plan: then they are its plan. */
  readonly isPlan: boolean
}

/** The tasks that people added to a cycle or whose plan they changed, of all of its tasks, the newest run's first. */
export const peoplesTasks = (tasks: readonly TaskRow[]): PeoplesTasks => {
  const drafts = tasks.filter(({ runId }) => runId === null).sort(byNumber)
  const newest = tasks.find(({ runId }) => runId !== null)?.runId
  // Mending tasks of the engine are no one's plan.
  const last = tasks.filter(({ runId, mend }) => runId !== null && runId === newest && mend === null)
  const isChanged = last.some(({ addedBy, planChanged }) => addedBy === null && planChanged)
  const carried = last.filter(({ addedBy }) => isChanged || addedBy !== null).sort(byNumber)
  return { drafts, carried, isPlan: drafts.length + carried.length > 0 && carried.length === last.length }
}

const byNumber = (one: TaskRow, other: TaskRow) => one.number - other.number
