import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { labels } from './rules.ts'
import { findProjectRun } from './store.ts'

/** Wakes a run that waits for a person, so that it checks whether it can continue. */
export const resumeProjectRun = async (
  engine: Pick<Engine, 'resume'>,
  tx: Transaction,
  projectId: string,
): Promise<void> => {
  const own = await findProjectRun(tx, projectId)
  if (!own || own.endedAt) return
  for (const label of Object.values(labels)) await engine.resume(tx, own.runId, label)
}
