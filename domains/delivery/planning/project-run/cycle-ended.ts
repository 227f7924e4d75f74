import type { EndContext, RunEnd } from '../../../../platform/jobs/index.ts'
import { moveCycle, lockCycle } from '../../cycles/index.ts'
import { findProjectRun } from './store.ts'

/** Before the end of a cycle's run is told: where the run of its project failed, nobody has said that it stops. */
export const stopCancelled = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status !== 'cancelled') return
  const cycle = await lockCycle(tx, run.subjectId)
  if (cycle?.runNumber === run.number) await moveCycle(tx, cycle.id, 'stop', now)
}

/** After it: the run of the project goes on with the next cycle, also where a person began this one. */
export const wakeProject = async ({ tx, run, wake }: EndContext): Promise<void> => {
  const cycle = await lockCycle(tx, run.subjectId)
  const project = cycle && (await findProjectRun(tx, cycle.projectId))
  // The engine wakes a parent by itself.
  if (project?.endedAt === null && project.runId !== run.parentId) await wake(project.runId)
}
