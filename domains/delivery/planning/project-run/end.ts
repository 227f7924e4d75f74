import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { EndContext, Engine, RunEnd } from '../../../../platform/jobs/index.ts'
import { markEnded, stopProjectRun } from './store.ts'
import { record } from '../../../../platform/audit/index.ts'
import type { ProjectRunRow } from './tables.ts'

/** Ends the autonomous run of a project that is stopped, archived or goes away; its cycles end with it. */
export const endProjectRun = async (engine: Engine, tx: Transaction, projectId: string): Promise<void> => {
  const stopping = await stopProjectRun(tx, projectId, await tx.now())
  if (stopping) await engine.cancel(tx, stopping.runId)
}

/** Records the end of a project's run, in the transaction that ends it. */
export const projectRunEnded = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  const row = await markEnded(tx, run.subjectId, run.id, now)
  if (row) recordProjectRunEvent(tx, row, end.status === 'failed' ? 'project.run_failed' : 'project.run_stopped')
}

type ProjectRunEventName = 'project.run_started' | 'project.run_waiting' | 'project.run_stopped' | 'project.run_failed'

/** Reports the state of a project's run to its followers. */
export const recordProjectRunEvent = (
  tx: Transaction,
  { projectId, number }: Pick<ProjectRunRow, 'projectId' | 'number'>,
  name: ProjectRunEventName,
): void => record(tx, undefined, { name, entity: ['project', projectId], projectId, payload: { runNumber: number } })
