import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { findProjectRun } from './store.ts'

/**
 * True if the run of the project is on and reads the draft that this transaction has written: call it after the insert,
 * whose key on the project blocks a start until then.
 */
export const wakeAutonomousRun = async (
  engine: Pick<Engine, 'wake'>,
  tx: Transaction,
  projectId: string,
): Promise<boolean> => {
  const own = await findProjectRun(tx, projectId)
  if (!own || own.endedAt || own.stoppingAt) return false
  return engine.wake(tx, own.runId)
}
