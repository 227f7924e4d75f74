import type { PackReplacement, StoredPack } from '../../../execution/repositories/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { cancelRemovals } from '../../../platform/removals/index.ts'
import { addPacks, dropPacks, markPacksPruned, objectsOf } from './store-packs.ts'

/** Inserts stored packs. An existing pack of the same name stays and counts as stored now: decisions/0273. */
export const recordPacks = async (
  tx: Transaction,
  repositoryId: string,
  packs: readonly StoredPack[],
  { createdAt, isPruned = false }: { readonly createdAt?: Date; readonly isPruned?: boolean } = {},
): Promise<void> => {
  if (packs.length === 0) return
  const now = await tx.now()
  const recorded = await addPacks(tx, {
    repositoryId,
    names: packs.map(({ name }) => name),
    objectIds: packs.map(({ objectId }) => objectId),
    packBytes: packs.map(({ packBytes }) => packBytes),
    packShas: packs.map(({ packSha256 }) => packSha256),
    indexBytes: packs.map(({ indexBytes }) => indexBytes),
    indexShas: packs.map(({ indexSha256 }) => indexSha256),
    createdAt: createdAt ?? now,
    prunedAt: isPruned ? now : null,
  })
  const kept = recorded.filter(({ objectId }) => packs.some((pack) => pack.objectId === objectId))
  await cancelRemovals(tx, objectsOf(repositoryId, kept))
}

/** Replaces packs; false if one of them was deleted or stored again, after which the caller rolls back. */
export const replacePacks = async (tx: Transaction, repositoryId: string, change: PackReplacement) => {
  const { gone, made, stays, createdAt, isPruned } = change
  if ((await dropPacks(tx, repositoryId, gone)) !== gone.length) return false
  await recordPacks(tx, repositoryId, made, { createdAt, isPruned })
  if (isPruned && stays.length > 0) await markPacksPruned(tx, { repositoryId, names: stays })
  return true
}
