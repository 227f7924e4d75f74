import type { Transaction } from '../../../platform/db/transaction.ts'
import { dropAllPacks } from './store-packs.ts'
import { removeAllRefs } from './store-ref-changes.ts'

/** Deletes the branches, tags and packs of a repository; their objects are deleted two days later. */
export const removeContent = async (tx: Transaction, repositoryId: string): Promise<void> => {
  await removeAllRefs(tx, { repositoryId })
  await dropAllPacks(tx, repositoryId)
}
