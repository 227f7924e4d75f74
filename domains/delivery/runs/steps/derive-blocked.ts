import type { Transaction } from '../../../../platform/db/transaction.ts'
import { progressOf, waitsForPerson } from '../../tasks/rules.ts'
import { moveCycle, lockCycle } from '../../cycles/index.ts'
import { tasksOfRun } from '../work.ts'

/** A cycle is blocked while all that is open of it waits for a person. Call it after its tasks have moved. */
export const deriveBlocked = async (tx: Transaction, cycleId: string, runId: string, now: Date): Promise<void> => {
  const cycle = await lockCycle(tx, cycleId)
  if (cycle?.runId !== runId) return
  const tasks = await tasksOfRun(tx, cycleId, runId)
  const atWork = tasks.filter((task) => ['open', 'approved'].includes(progressOf(task)))
  const isBlocked = atWork.length > 0 && atWork.every(waitsForPerson)
  if (isBlocked && cycle.status === 'running') await moveCycle(tx, cycleId, 'block', now)
  if (!isBlocked && cycle.status === 'blocked') await moveCycle(tx, cycleId, 'unblock', now)
}
