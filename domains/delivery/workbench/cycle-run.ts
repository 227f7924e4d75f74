import type { Run } from '../../../platform/jobs/index.ts'
import type { TaskRow } from '../tasks/index.ts'

/** The run of the cycle, to which rows belong: its own, or for the run of a task that of its parent. */
export const cycleRunId = ({ kind, id, parentId }: Pick<Run, 'kind' | 'id' | 'parentId'>): string =>
  kind === 'task' && parentId !== null ? parentId : id

/** The prefix of a task's steps in the ledger for model calls, which has all runs of a cycle's run together. */
export const ledgerPrefix = (task: Pick<TaskRow, 'number'>, run: Pick<Run, 'number'>): string =>
  `${task.number}.${run.number}.`
