import { progressOf, waitsForPerson, type TaskStatus } from '../tasks/rules.ts'

interface TaskState {
  readonly status: TaskStatus
  readonly engineStatus: TaskStatus | null
  readonly ownRunId: string | null
}

/** True if the commit of a task stays: it waits for a person, is approved, or has ended. */
export const hasFixedCommit = (task: TaskState): boolean =>
  waitsForPerson(task) || !['waiting', 'open'].includes(progressOf(task))
