import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { EndContext, Engine, RunEnd } from '../../../../platform/jobs/index.ts'
import { markEnded, stopProjectRun, findProjectRun } from './store.ts'
import { record } from '../../../../platform/audit/index.ts'
import type { ProjectRunRow } from './tables.ts'
import { labels } from './rules.ts'
import { moveCycle, lockCycle } from '../../cycles/index.ts'

/** Ends the autonomous run of a project that is stopped, archived or goes away; its cycles end with it. */
export const endProjectRun = async (engine: Engine, tx: Transaction, projectId: string): Promise<void> => {
  const stopping = await stopProjectRun(tx, { projectId, now: await tx.now() })
  if (stopping) await engine.cancel(tx, stopping.runId)
}

/** Records the end of a project's run, in the transaction that ends it. */
export const projectRunEnded = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  const row = await markEnded(tx, { projectId: run.subjectId, runId: run.id, now })
  if (row) recordProjectRunEvent(tx, row, end.status === 'failed' ? 'project.run_failed' : 'project.run_stopped')
}

type ProjectRunEventName = 'project.run_started' | 'project.run_waiting' | 'project.run_stopped' | 'project.run_failed'

/** Reports the state of a project's run to its followers. */
export const recordProjectRunEvent = (
  tx: Transaction,
  { projectId, number }: Pick<ProjectRunRow, 'projectId' | 'number'>,
  name: ProjectRunEventName,
): void => record(tx, undefined, { name, entity: ['project', projectId], projectId, payload: { runNumber: number } })

/** Wakes a run that waits for a person, so that it checks whether it can continue. */
export const resumeProjectRun = async (engine: Pick<Engine, 'resume'>, tx: Transaction, projectId: string) => {
  const own = await findProjectRun(tx, { projectId })
  if (!own || own.endedAt) return
  for (const label of Object.values(labels)) await engine.resume(tx, own.runId, label)
}

/** True if the project's run is on and reads the written draft. Call it after the insert, whose key blocks a start. */
export const wakeAutonomousRun = async (engine: Pick<Engine, 'wake'>, tx: Transaction, projectId: string) => {
  const own = await findProjectRun(tx, { projectId })
  if (!own || own.endedAt || own.stoppingAt) return false
  return engine.wake(tx, own.runId)
}

/** Reports the stop of a cycle before its end: if the run of its project failed, nobody reported it yet. */
export const stopCancelled = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status !== 'cancelled') return
  const cycle = await lockCycle(tx, run.subjectId)
  if (cycle?.runNumber === run.number) await moveCycle(tx, cycle.id, 'stop', now)
}

/** Wakes the run of the project after a cycle: it continues with the next cycle, even if a person began the cycle. */
export const wakeProject = async ({ tx, run, wake }: EndContext): Promise<void> => {
  const cycle = await lockCycle(tx, run.subjectId)
  const project = cycle && (await findProjectRun(tx, { projectId: cycle.projectId }))
  // The engine wakes a parent automatically.
  if (project?.endedAt === null && project.runId !== run.parentId) await wake(project.runId)
}
