import type { TaskRow } from '../../tasks/index.ts'

interface Peoples {
  /** Added since the newest run began. */
  readonly drafts: readonly TaskRow[]
  /** Of the newest run, which the next one has too. */
  readonly carried: readonly TaskRow[]
  /** Whether they are all that the cycle has: then they are its plan. */
  readonly isPlan: boolean
}

/** The tasks that people added to a cycle, of all of its tasks, the newest run's first. */
export const peoplesTasks = (tasks: readonly TaskRow[]): Peoples => {
  const drafts = tasks.filter(({ runId }) => runId === null).sort((one, other) => one.number - other.number)
  const newest = tasks.find(({ runId }) => runId !== null)?.runId
  const last = tasks.filter(({ runId }) => runId !== null && runId === newest)
  const carried = last.filter(({ addedBy }) => addedBy !== null)
  return { drafts, carried, isPlan: drafts.length + carried.length > 0 && carried.length === last.length }
}
