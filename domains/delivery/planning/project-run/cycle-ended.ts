import type { EndContext, RunEnd } from '../../../../platform/jobs/index.ts'
import { moveCycle, lockCycle } from '../../cycles/index.ts'
import { findProjectRun } from './store.ts'

/**
 * Runs before the end of a cycle's run is reported: if the run of its project failed, its stop was not reported yet.
 */
export const stopCancelled = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status !== 'cancelled') return
  const cycle = await lockCycle(tx, run.subjectId)
  if (cycle?.runNumber === run.number) await moveCycle(tx, cycle.id, 'stop', now)
}

/** Wakes the run of the project after a cycle: it continues with the next cycle, even if a person began the cycle. */
export const wakeProject = async ({ tx, run, wake }: EndContext): Promise<void> => {
  const cycle = await lockCycle(tx, run.subjectId)
  const project = cycle && (await findProjectRun(tx, cycle.projectId))
  // The engine wakes a parent automatically.
  if (project?.endedAt === null && project.runId !== run.parentId) await wake(project.runId)
}
