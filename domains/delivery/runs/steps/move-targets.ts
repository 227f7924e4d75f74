import type { Transaction } from '../../../../platform/db/transaction.ts'
import { findRef, moveRef, type RefMove } from '../../../code/repository-records/index.ts'
import { repositoriesOfRun } from '../../cycles/index.ts'

/**
 * Moves all targets of a run or none, with the primary target unless it moved before. False if a target is not at the
 * prepared commit. The caller locks the project's row, the only lock under which branches move.
 */
export const moveTargets = async (tx: Transaction, runId: string, primary?: RefMove): Promise<boolean> => {
  const beside = (await repositoriesOfRun(tx, { runId })).flatMap(({ repositoryId, targetRef: name, fromSha, toSha }) =>
    fromSha !== null && toSha !== null ? { repositoryId, name, from: fromSha, to: toSha } : [],
  )
  const moves = [...(primary ? [primary] : []), ...beside]
  for (const { repositoryId, name, from } of moves) if ((await findRef(tx, repositoryId, name)) !== from) return false
  for (const move of moves)
    if (!(await moveRef(tx, move))) throw new Error(`${move.name} moved although its project was locked`)
  return true
}
