import type { Transaction } from '../../../platform/db/transaction.ts'
import { addRefs, moveOne } from './store-ref-changes.ts'
import type { RefKey, RepositoryRef } from './store-refs.ts'

/** The branches and tags that a repository begins with. */
export const recordRefs = (tx: Transaction, repositoryId: string, refs: readonly RepositoryRef[]) =>
  addRefs(tx, { repositoryId, names: refs.map(({ name }) => name), shas: refs.map(({ sha }) => sha) })

export interface RefMove extends RefKey {
  readonly from: string
  readonly to: string
}
/** Compare-and-swap: false if the branch is at another commit. */
export const moveRef = async (tx: Transaction, moved: RefMove): Promise<boolean> =>
  (await moveOne(tx, { ...moved })).length === 1
