import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

export interface RepositoryRef {
  /** Full name of a branch or a tag, such as `refs/heads/main`. */
  readonly name: string
  readonly sha: string
}

interface RefKey {
  readonly repositoryId: string
  readonly name: string
}

const find = statement<RefKey, { sha: string }>(
  'repository-ref.find',
  'select sha from repository_ref where repository_id = :repositoryId and name = :name',
)
/** The commit of a branch, or the object of a tag; undefined if the repository has none of this name. */
export const findRef = async (tx: Transaction, repositoryId: string, name: string) =>
  (await find(tx, { repositoryId, name })).at(0)?.sha

const all = statement<{ repositoryId: string }, RepositoryRef>(
  'repository-ref.all',
  'select name, sha from repository_ref where repository_id = :repositoryId order by name',
)
/** The branches and tags of a repository. */
export const branchesAndTags = (tx: Transaction, repositoryId: string) => all(tx, { repositoryId })

const add = statement<{ repositoryId: string; names: readonly string[]; shas: readonly string[] }>(
  'repository-ref.add',
  `insert into repository_ref (workspace_id, repository_id, name, sha)
   select :workspace, :repositoryId::uuid, name, sha from unnest(:names::text[], :shas::text[]) as added (name, sha)
   on conflict (repository_id, name) do nothing`,
)
/** The branches and tags that a repository begins with. */
export const recordRefs = (tx: Transaction, repositoryId: string, refs: readonly RepositoryRef[]) =>
  add(tx, { repositoryId, names: refs.map(({ name }) => name), shas: refs.map(({ sha }) => sha) })

const move = statement<RefKey & { from: string; to: string }, { name: string }>(
  'repository-ref.move',
  `update repository_ref set sha = :to where repository_id = :repositoryId and name = :name and sha = :from
   returning name`,
)
export interface RefMove extends RefKey {
  readonly from: string
  readonly to: string
}
/** Compare-and-swap: false if the branch is at another commit. */
export const moveRef = async (tx: Transaction, moved: RefMove): Promise<boolean> =>
  (await move(tx, { ...moved })).length === 1

const remove = statement<{ repositoryId: string }>(
  'repository-ref.remove',
  'delete from repository_ref where repository_id = :repositoryId',
)
/** With the packs of their repository. */
export const removeRefs = (tx: Transaction, repositoryId: string) => remove(tx, { repositoryId })

// Rows of earlier versions name no repository: theirs was the primary one. PostgreSQL knows no column of a view as not null.
const refsOfRuns = `repository r join repository_run_ref ref on ref.project_id = r.project_id
     and (ref.repository_id = r.id or (ref.repository_id is null and r.primary_since is not null))`

const ofRun = statement<RefKey, { sha: string | null }>(
  'repository-ref.of-run',
  `select ref.sha from ${refsOfRuns} where r.id = :repositoryId and ref.name = :name limit 1`,
)
/** The commit of a run’s branch in a repository; undefined if no run recorded one. */
export const findRunRef = async (tx: Transaction, repositoryId: string, name: string) =>
  (await ofRun(tx, { repositoryId, name })).at(0)?.sha ?? undefined

const named = statement<{ repositoryId: string }, { sha: string | null }>(
  'repository-ref.named-objects',
  `select sha from repository_ref where repository_id = :repositoryId
   union select ref.sha from ${refsOfRuns} where r.id = :repositoryId`,
)
/** The objects that branches, tags and branches of runs name in a repository. Git itself knows none of these names. */
export const namedObjects = async (tx: Transaction, repositoryId: string) =>
  (await named(tx, { repositoryId })).flatMap(({ sha }) => sha ?? [])

export interface EarlierRepository {
  readonly id: string
  readonly projectId: string
  readonly workspaceId: string
  readonly hasRefs: boolean
  readonly hasPacks: boolean
}
const earlier = statement<{ here: readonly string[] }, EarlierRepository>(
  'repository.of-earlier-versions',
  `select * from (
     select r.id, r.project_id as "projectId", r.workspace_id as "workspaceId",
       exists (select from repository_ref ref where ref.repository_id = r.id) as "hasRefs",
       exists (select from repository_pack pack where pack.repository_id = r.id) as "hasPacks"
     from repository r join project p on p.id = r.project_id
     where r.host = 'native-repos' and r.purged_at is null and p.purged_at is null) found
   where id = any(:here::uuid[]) or not "hasRefs" or not "hasPacks" order by id`,
)
/** The repositories of all workspaces in the folder of earlier versions, or without rows yet. */
export const repositoriesOfEarlierVersions = (tx: Transaction, here: readonly string[]) => earlier(tx, { here })
