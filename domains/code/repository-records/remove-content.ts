import type { Transaction } from '../../../platform/db/transaction.ts'
import { dropAllPacks } from './store-packs.ts'
import { removeAllRefs } from './store-ref-changes.ts'

/** Takes the branches, tags and packs of a repository away; their objects go two days later. */
export const removeContent = async (tx: Transaction, repositoryId: string): Promise<void> => {
  await removeAllRefs(tx, { repositoryId })
  await dropAllPacks(tx, repositoryId)
}
