import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

export interface RepositoryRef {
  /** Full name of a branch or a tag, such as `refs/heads/main`. */
  readonly name: string
  readonly sha: string
}

export interface RefKey {
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

export const branchesAndTags = statement<{ repositoryId: string }, RepositoryRef>(
  'repository-ref.all',
  'select name, sha from repository_ref where repository_id = :repositoryId order by name',
)

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
