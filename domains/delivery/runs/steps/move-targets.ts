import type { Transaction } from '../../../../platform/db/transaction.ts'
import { repositoriesOfRun } from '../../cycles/index.ts'
import { alignSecondary } from './align-secondary.ts'
import type { CycleParts } from '../../workbench/index.ts'

interface Move {
  readonly repositoryId: string
  readonly targetRef: string
  readonly from: string
  readonly to: string
}

/**
 * Moves the targets of a run beside the primary repository, and then by `movePrimary` the primary one: all or none. False
 * where one is not where the delivery was prepared for. The caller holds the project's row until the delivery is
 * recorded; where a process dies before that, `alignSecondary` takes back what moved.
 */
export const moveTargets = async (
  { repositories }: Pick<CycleParts, 'repositories'>,
  tx: Transaction,
  runId: string,
  movePrimary: () => Promise<boolean>,
): Promise<boolean> => {
  const moves = (await repositoriesOfRun(tx, runId)).flatMap(({ repositoryId, targetRef, fromSha, toSha }) =>
    fromSha !== null && toSha !== null ? { repositoryId, targetRef, from: fromSha, to: toSha } : [],
  )
  for (const move of moves) if ((await alignSecondary(repositories, tx, move)) !== move.from) return false
  const moved: Move[] = []
  const moveAll = async () => {
    for (const move of moves) {
      if ((await repositories.moveRef(move.repositoryId, move.targetRef, move)) !== 'moved') return false
      moved.push(move)
    }
    return movePrimary()
  }
  const takeBack = async () => {
    // Throws where the transaction is over: another attempt may have delivered since, and what stands is its work.
    await repositoriesOfRun(tx, runId)
    for (const { repositoryId, targetRef, from, to } of moved)
      await repositories.moveRef(repositoryId, targetRef, { from: to, to: from })
  }
  try {
    if (await moveAll()) return true
  } catch (error) {
    // What cannot be taken back now is before the next try.
    await takeBack().catch(() => undefined)
    throw error
  }
  await takeBack()
  return false
}
