import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { DueIn } from '../../../platform/jobs/index.ts'
import { projectColumns, type ProjectRow } from './tables.ts'

const remove = statement<{ id: string; now: Date; userId: string }, ProjectRow>(
  'project.delete',
  `update project set deleted_at = :now, deleted_by = :userId where id = :id and deleted_at is null returning ${projectColumns}`,
)
export const deleteProjectRow = async (tx: Transaction, id: string, now: Date, userId: string) =>
  (await remove(tx, { id, now, userId })).at(0)

const detach = statement<{ projectId: string; now: Date }>(
  'repository.detach-codehost',
  `update repository set detached_at = :now where project_id = :projectId and host = 'codehost' and detached_at is null`,
)
/** Frees the repositories of a code host for other projects; the project's own one stays until it is purged. */
export const detachRepositories = (tx: Transaction, projectId: string, now: Date) => detach(tx, { projectId, now })

const purgeDue = statement<{ days: number; limit: number }, { workspaceId: string }>(
  'project.purge-due',
  `select distinct workspace_id as "workspaceId" from project
   where deleted_at < now() - make_interval(days => :days) and purged_at is null limit :limit`,
)
/** Workspaces with projects that were deleted so many days ago and still have their content. */
export const purgeDueIn =
  (days: number): DueIn =>
  async (tx, limit) =>
    (await purgeDue(tx, { days, limit })).map(({ workspaceId }) => workspaceId)

const purgeable = statement<{ days: number }, { id: string; repositoryIds: string[] }>(
  'project.purgeable',
  `select p.id, array(select r.id::text from repository r
     where r.project_id = p.id and r.host = 'native-repos' and r.purged_at is null) as "repositoryIds"
   from project p
   where p.workspace_id = :workspace and p.deleted_at < now() - make_interval(days => :days) and p.purged_at is null
   order by p.deleted_at limit 100`,
)
/** Projects that were deleted so many days ago and still have their content. */
export const purgeableProjects = (tx: Transaction, days: number) => purgeable(tx, { days })

const purge = statement<{ id: string }>(
  'project.purge',
  `update project set purged_at = now(), brief = null, instructions_md = null, runtime = '{}', intake = '{}'
   where id = :id and deleted_at is not null`,
)
/** The project's name and dates stay. */
export const markPurged = (tx: Transaction, id: string) => purge(tx, { id })

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

const detached = statement<{ days: number }, { id: string; projectId: string }>(
  'repository.purgeable',
  `select id, project_id as "projectId" from repository
   where workspace_id = :workspace and host = 'native-repos' and purged_at is null
     and detached_at < now() - make_interval(days => :days)
   order by detached_at limit 100`,
)
export const purgeableRepositories = (tx: Transaction, days: number) => detached(tx, { days })

const purged = statement<{ id: string }>(
  'repository.purge',
  'update repository set purged_at = now() where id = :id and detached_at is not null',
)
export const markRepositoryPurged = (tx: Transaction, id: string) => purged(tx, { id })
