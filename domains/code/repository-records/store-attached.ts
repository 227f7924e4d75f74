import { rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { RepositoryKey } from './store-repositories.ts'
import { repository, type RepositoryRow } from './tables.ts'
import type { DueIn } from '../../../platform/jobs/index.ts'

export interface NewRepository {
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
export const attach = rowStatement<
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

export const shareLockPrimary = rowStatement<{ projectId: string }, RepositoryRow>(
  'repository.hold-primary',
  `select ${repository.columns} from repository
   where project_id = :projectId and detached_at is null and primary_since is not null for share`,
)

export const claimPrimary = statement<{ projectId: string }, { id: string }>(
  'repository.claim-primary',
  `select id from repository
   where project_id = :projectId and detached_at is null and primary_since is not null for no key update`,
)

export const stepDown = statement<{ projectId: string }>(
  'repository.step-down',
  `update repository set primary_since = null, attached = true
   where project_id = :projectId and primary_since is not null and detached_at is null`,
)
export const rise = rowStatement<RepositoryKey & { now: Date }, RepositoryRow>(
  'repository.make-primary',
  `update repository set primary_since = :now
   where id = :id and project_id = :projectId and detached_at is null returning ${repository.columns}`,
)

export const change = rowStatement<RepositoryKey & { branch: string | undefined; label: string | null }, RepositoryRow>(
  'repository.update',
  `update repository set default_branch = coalesce(:branch, default_branch), label = :label
   where id = :id and project_id = :projectId and attached and detached_at is null returning ${repository.columns}`,
)

export const detach = rowStatement<RepositoryKey & { now: Date }, RepositoryRow>(
  'repository.detach',
  `update repository set detached_at = :now, primary_since = null
   where id = :id and project_id = :projectId and attached and detached_at is null returning ${repository.columns}`,
)

export const detachHosted = statement<{ projectId: string; now: Date }>(
  'repository.detach-codehost',
  `update repository set detached_at = :now where project_id = :projectId and host = 'codehost' and detached_at is null`,
)

export const setFullName = rowStatement<RepositoryKey & { fullName: string | null }, RepositoryRow>(
  'repository.set-full-name',
  `update repository set full_name = :fullName, attached = attached or :fullName::text is not null
   where id = :id and project_id = :projectId and detached_at is null and host = 'native-repos'
     and (:fullName::text is null or not exists (
       select 1 from repository other where other.workspace_id = repository.workspace_id and other.id <> repository.id
         and other.detached_at is null and lower(other.full_name) = lower(:fullName)))
   returning ${repository.columns}`,
)

const detachedDue = statement<{ days: number; limit: number }, { workspaceId: string }>(
  'repository.purge-due',
  `select distinct workspace_id as "workspaceId" from repository
   where host = 'native-repos' and detached_at < now() - make_interval(days => :days) and purged_at is null limit :limit`,
)
/** Workspaces with repositories that were detached so many days ago and still have their files. */
export const detachedDueIn =
  (days: number): DueIn =>
  async (tx, limit) =>
    (await detachedDue(tx, { days, limit })).map(({ workspaceId }) => workspaceId)

export const purgeableRepositories = statement<{ days: number }, { id: string; projectId: string }>(
  'repository.purgeable',
  `select id, project_id as "projectId" from repository
   where workspace_id = :workspace and host = 'native-repos' and purged_at is null
     and detached_at < now() - make_interval(days => :days)
   order by detached_at limit 100`,
)

export const markRepositoryPurged = statement<{ id: string }>(
  'repository.purge',
  'update repository set purged_at = now() where id = :id and detached_at is not null',
)
