import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { repository, type RepositoryRow } from './tables.ts'

const repositories = statement<{ projectIds: readonly string[] }, RepositoryRow>(
  'repository.of-projects',
  `select ${repository.columns} from repository
   where project_id = any(:projectIds) and attached and detached_at is null order by primary_since nulls last, created_at, id`,
)
/** The repositories that people attached or imported; a project that was made without one has none. */
export const repositoriesOf = (tx: Transaction, projectIds: readonly string[]) => repositories(tx, { projectIds })

const primary = statement<{ projectId: string }, RepositoryRow>(
  'repository.primary',
  `select ${repository.columns} from repository
   where project_id = :projectId and detached_at is null and primary_since is not null`,
)
export const primaryRepository = async (tx: Transaction, projectId: string) => (await primary(tx, { projectId })).at(0)

const attach = statement<
  Omit<NewRepository, 'primary' | 'attached'> & { attached: boolean; primarySince: Date | null },
  RepositoryRow
>(
  'repository.attach',
  insertInto(
    repository,
    ['id', 'projectId', 'host', 'fullName', 'label', 'defaultBranch', 'primarySince', 'attached'],
    { workspaceId: ':workspace', createdAt: ':now' },
    `on conflict (workspace_id, lower(full_name)) where detached_at is null do nothing
   returning ${repository.columns}`,
  ),
)
interface NewRepository {
  readonly id: string
  readonly projectId: string
  readonly host: RepositoryRow['host']
  readonly fullName?: string
  readonly label?: string
  readonly defaultBranch: string
  readonly primary: boolean
  /** False for the history of a project that was made without repositories; by default true. */
  readonly attached?: boolean
  readonly now: Date
}
/** The new row, or undefined if a project of the workspace has that repository already. */
export const attachRepository = async (
  tx: Transaction,
  { primary: isPrimary, attached = true, ...added }: NewRepository,
) => (await attach(tx, { ...added, attached, primarySince: isPrimary ? added.now : null })).at(0)

const held = statement<{ projectId: string }, RepositoryRow>(
  'repository.hold-primary',
  `select ${repository.columns} from repository
   where project_id = :projectId and detached_at is null and primary_since is not null for share`,
)
/** The same, and it stays the primary one until the transaction ends. */
export const holdPrimaryRepository = async (tx: Transaction, projectId: string) => (await held(tx, { projectId })).at(0)

const claimed = statement<{ projectId: string }, { id: string }>(
  'repository.claim-primary',
  `select id from repository
   where project_id = :projectId and detached_at is null and primary_since is not null for no key update`,
)
/**
 * Waits for runs that are being begun, and keeps others out. Before the row of the project is held: who begins a run
 * holds the primary repository first, and needs the project for what it inserts.
 */
export const claimPrimaryRepository = (tx: Transaction, projectId: string) => claimed(tx, { projectId })

interface RepositoryKey {
  readonly projectId: string
  readonly id: string
}
const find = statement<RepositoryKey, RepositoryRow>(
  'repository.find',
  `select ${repository.columns} from repository
   where id = :id and project_id = :projectId and attached and detached_at is null`,
)
/** A repository that the project was given and still has. */
export const findRepository = async (tx: Transaction, named: RepositoryKey) => (await find(tx, named)).at(0)

const withFiles = statement<RepositoryKey, RepositoryRow>(
  'repository.with-files',
  `select ${repository.columns} from repository where id = :id and project_id = :projectId and purged_at is null`,
)
/** A repository that work was done in: also one that the project has no longer, until its files are purged. */
export const repositoryOfWork = async (tx: Transaction, named: RepositoryKey) => (await withFiles(tx, named)).at(0)

const step = statement<{ projectId: string }>(
  'repository.step-down',
  `update repository set primary_since = null, attached = true
   where project_id = :projectId and primary_since is not null and detached_at is null`,
)
const rise = statement<RepositoryKey & { now: Date }, RepositoryRow>(
  'repository.make-primary',
  `update repository set primary_since = :now
   where id = :id and project_id = :projectId and detached_at is null returning ${repository.columns}`,
)
/** Makes a repository the primary one. The one before stays listed, also the history that a project began with. */
export const makePrimary = async (tx: Transaction, named: RepositoryKey, now: Date) => {
  await step(tx, { projectId: named.projectId })
  return (await rise(tx, { ...named, now })).at(0)
}

const change = statement<RepositoryKey & { branch: string | undefined; label: string | null }, RepositoryRow>(
  'repository.update',
  `update repository set default_branch = coalesce(:branch, default_branch), label = :label
   where id = :id and project_id = :projectId and attached and detached_at is null returning ${repository.columns}`,
)
export const changeRepository = async (
  tx: Transaction,
  named: RepositoryKey,
  changes: { readonly branch: string | undefined; readonly label: string | null },
) => (await change(tx, { ...named, ...changes })).at(0)

const detach = statement<RepositoryKey & { now: Date }, RepositoryRow>(
  'repository.detach',
  `update repository set detached_at = :now, primary_since = null
   where id = :id and project_id = :projectId and attached and detached_at is null returning ${repository.columns}`,
)
export const detachRepository = async (tx: Transaction, named: RepositoryKey, now: Date) =>
  (await detach(tx, { ...named, now })).at(0)

const onHost = statement<{ projectId: string }, { id: string }>(
  'repository.on-own-host',
  `select id from repository where project_id = :projectId and host = 'native-repos' and purged_at is null
   order by primary_since nulls last, created_at`,
)
/** Every repository of a project whose files lie on Atelier's own host, also those that were detached. */
export const repositoriesOnOwnHost = async (tx: Transaction, projectId: string) =>
  (await onHost(tx, { projectId })).map(({ id }) => id)

const owner = statement<{ id: string }, { workspaceId: string }>(
  'repository.workspace',
  'select workspace_id as "workspaceId" from repository where id = :id',
)
/** For work on the instance; undefined for a repository that no row has. */
export const workspaceOfRepository = async (tx: Transaction, id: string) => (await owner(tx, { id })).at(0)?.workspaceId

const setName = statement<RepositoryKey & { fullName: string | null }, RepositoryRow>(
  'repository.set-full-name',
  `update repository set full_name = :fullName, attached = attached or :fullName::text is not null
   where id = :id and project_id = :projectId and detached_at is null and host = 'native-repos'
     and (:fullName::text is null or not exists (
       select 1 from repository other where other.workspace_id = repository.workspace_id and other.id <> repository.id
         and other.detached_at is null and lower(other.full_name) = lower(:fullName)))
   returning ${repository.columns}`,
)
/**
 * Gives a repository on Atelier's own host the name that a code host has it under, or takes it away; undefined if
 * another one of the workspace has that name.
 */
export const nameOnCodeHost = async (tx: Transaction, named: RepositoryKey, fullName: string | null) =>
  (await setName(tx, { ...named, fullName })).at(0)

/** Whether the history of a repository belongs to a code host, which then has its revisions. */
export const isOnCodeHost = (repository: Pick<RepositoryRow, 'fullName'> | undefined): boolean =>
  repository !== undefined && repository.fullName !== null
