import { record } from '../../../platform/audit/index.ts'
import type { CommitContext } from '../../../platform/jobs/index.ts'
import { recordCheck, setVerdict, type CheckRow, type TaskRow, type Verdict } from '../tasks/index.ts'
import { cycleRunId } from './cycle-run.ts'

/** Keeps what the checks of a task said, and tells those who follow it. */
export const recordChecks = async (
  { tx, run, now }: CommitContext,
  task: TaskRow,
  rows: readonly CheckRow[],
): Promise<void> => {
  for (const row of rows) await recordCheck(tx, task.id, cycleRunId(run), row, now)
  const { id, projectId, cycleId } = task
  const events = rows.map(({ phase, name, outcome, durationMs }) => ({
    name: 'task.checked',
    entity: ['task', id] as const,
    projectId,
    cycleId,
    taskId: id,
    payload: { phase, name, outcome, durationMs },
  }))
  record(tx, undefined, ...events)
}

/** Keeps what the review of a task found, and tells those who follow it; reasons stay with the evidence. */
export const recordVerdict = async (
  { tx, run }: CommitContext,
  { id, projectId, cycleId }: TaskRow,
  verdict: Verdict,
): Promise<void> => {
  await setVerdict(tx, id, cycleRunId(run), verdict)
  const { outcome, provedBy, approved } = verdict
  record(tx, undefined, {
    name: 'task.reviewed',
    entity: ['task', id] as const,
    projectId,
    cycleId,
    taskId: id,
    payload: { verdict: outcome, provedBy, approved },
  })
}
