import type { Transaction } from '../../../platform/db/transaction.ts'
import { addRefs, moveOne, removeAllRefs } from './store-ref-changes.ts'
import type { RefKey, RepositoryRef } from './store-refs.ts'
import { dropAllPacks } from './store-packs.ts'

/** The branches and tags that a repository begins with. */
export const recordRefs = (tx: Transaction, repositoryId: string, refs: readonly RepositoryRef[]) =>
  addRefs(tx, { repositoryId, names: refs.map(({ name }) => name), shas: refs.map(({ sha }) => sha) })

export interface RefMove extends RefKey {
  readonly from: string
  readonly to: string
}
/** Moves a branch by compare-and-swap: false if the branch is at another commit. */
export const moveRef = (tx: Transaction, moved: RefMove) => moveOne(tx, moved)

/** Deletes the branches, tags and packs of a repository; their objects are deleted two days later. */
export const removeContent = async (tx: Transaction, repositoryId: string): Promise<void> => {
  await removeAllRefs(tx, { repositoryId })
  await dropAllPacks(tx, repositoryId)
}
