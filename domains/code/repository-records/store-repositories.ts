import { rowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { repository, type RepositoryRow } from './tables.ts'

/** The repositories that people attached or imported; a project that was made without one has none. */
export const repositoriesOf = statement<{ projectIds: readonly string[] }, RepositoryRow>(
  'repository.of-projects',
  `select ${repository.columns} from repository
   where project_id = any(:projectIds) and attached and detached_at is null order by primary_since nulls last, created_at, id`,
)

const primary = statement<{ projectId: string }, RepositoryRow>(
  'repository.primary',
  `select ${repository.columns} from repository
   where project_id = :projectId and detached_at is null and primary_since is not null`,
)
export const primaryRepository = async (tx: Transaction, projectId: string) => (await primary(tx, { projectId })).at(0)

export interface RepositoryKey {
  readonly projectId: string
  readonly id: string
}
/** A repository that the project was given and still has. */
export const findRepository = rowStatement<RepositoryKey, RepositoryRow>(
  'repository.find',
  `select ${repository.columns} from repository
   where id = :id and project_id = :projectId and attached and detached_at is null`,
)

/** The repository of earlier work: also after the project detached it, until its files are purged. */
export const repositoryOfWork = rowStatement<RepositoryKey, RepositoryRow>(
  'repository.with-files',
  `select ${repository.columns} from repository where id = :id and project_id = :projectId and purged_at is null`,
)

const onHost = statement<{ projectId: string }, { id: string }>(
  'repository.on-own-host',
  `select id from repository where project_id = :projectId and host = 'native-repos' and purged_at is null
   order by primary_since nulls last, created_at`,
)
/** Every repository of a project whose files lie on Atelier's own host, including detached ones. */
export const repositoriesOnOwnHost = async (tx: Transaction, projectId: string) =>
  (await onHost(tx, { projectId })).map(({ id }) => id)

const owner = statement<{ id: string }, { workspaceId: string }>(
  'repository.workspace',
  'select workspace_id as "workspaceId" from repository where id = :id',
)
/** The workspace of a repository, for work on the instance; undefined for a repository that no row has. */
export const workspaceOfRepository = async (tx: Transaction, id: string) => (await owner(tx, { id })).at(0)?.workspaceId
