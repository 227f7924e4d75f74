import { matchStatement, statement } from '../../../platform/db/statement.ts'
import type { RefKey } from './store-refs.ts'

export const addRefs = statement<{ repositoryId: string; names: readonly string[]; shas: readonly string[] }>(
  'repository-ref.add',
  `insert into repository_ref (workspace_id, repository_id, name, sha)
   select :workspace, :repositoryId::uuid, name, sha from unnest(:names::text[], :shas::text[]) as added (name, sha)
   on conflict (repository_id, name) do nothing`,
)

export const moveOne = matchStatement<RefKey & { from: string; to: string }, { name: string }>(
  'repository-ref.move',
  `update repository_ref set sha = :to where repository_id = :repositoryId and name = :name and sha = :from
   returning name`,
)

export const removeAllRefs = statement<{ repositoryId: string }>(
  'repository-ref.remove',
  'delete from repository_ref where repository_id = :repositoryId',
)
