import type { Transaction } from '../../../../platform/db/transaction.ts'
import { lockProject } from '../../../code/projects/index.ts'
import { findCycle, lockCycle } from '../../cycles/index.ts'

/** Locks the cycle of a run, and its project before it, as every change of both does. */
export const lockProjectAndCycle = async (tx: Transaction, run: { readonly subjectId: string }): Promise<void> => {
  const cycle = await findCycle(tx, run.subjectId)
  if (cycle) await lockProject(tx, cycle.projectId)
  await lockCycle(tx, run.subjectId)
}
