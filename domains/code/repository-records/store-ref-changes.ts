import { matchStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { dropAllPacks } from './store-packs.ts'
import type { RefKey, RepositoryRef } from './store-refs.ts'

const addRefs = statement<{ repositoryId: string; names: readonly string[]; shas: readonly string[] }>(
  'repository-ref.add',
  `insert into repository_ref (workspace_id, repository_id, name, sha)
   select :workspace, :repositoryId::uuid, name, sha from unnest(:names::text[], :shas::text[]) as added (name, sha)
   on conflict (repository_id, name) do nothing`,
)

/** The branches and tags that a repository begins with. */
export const recordRefs = (tx: Transaction, repositoryId: string, refs: readonly RepositoryRef[]) =>
  addRefs(tx, { repositoryId, names: refs.map(({ name }) => name), shas: refs.map(({ sha }) => sha) })

export interface RefMove extends RefKey {
  readonly from: string
  readonly to: string
}
/** Moves a branch by compare-and-swap: false if the branch is at another commit. */
export const moveRef = matchStatement<RefMove, { name: string }>(
  'repository-ref.move',
  `update repository_ref set sha = :to where repository_id = :repositoryId and name = :name and sha = :from
   returning name`,
)

const removeAllRefs = statement<{ repositoryId: string }>(
  'repository-ref.remove',
  'delete from repository_ref where repository_id = :repositoryId',
)
/** Deletes the branches, tags and packs of a repository; their objects are deleted two days later. */
export const removeContent = async (tx: Transaction, repositoryId: string): Promise<void> => {
  await removeAllRefs(tx, { repositoryId })
  await dropAllPacks(tx, repositoryId)
}
