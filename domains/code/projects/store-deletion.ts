import { statement, type Transaction } from '../../../platform/db/transaction.ts'
import type { DueIn } from '../../../platform/jobs/index.ts'
import { project, type ProjectRow } from './tables.ts'

const remove = statement<ProjectRow>(
  'project.delete',
  `update project set deleted_at = $2, deleted_by = $3 where id = $1 and deleted_at is null returning ${project.columns}`,
)
export const deleteProjectRow = async (tx: Transaction, id: string, now: Date, userId: string) =>
  (await remove(tx, [id, now, userId])).at(0)

const detach = statement(
  'repository.detach-codehost',
  `update repository set detached_at = $2 where project_id = $1 and host = 'codehost' and detached_at is null`,
)
/** Frees the repositories of a code host for other projects; the project's own one stays until it is purged. */
export const detachRepositories = (tx: Transaction, projectId: string, now: Date) => detach(tx, [projectId, now])

const purgeDue = statement<{ workspaceId: string }>(
  'project.purge-due',
  `select distinct workspace_id as "workspaceId" from project
   where deleted_at < now() - make_interval(days => $1) and purged_at is null limit $2`,
)
/** Workspaces with projects that were deleted so many days ago and still have their content. */
export const purgeDueIn =
  (days: number): DueIn =>
  async (tx, limit) =>
    (await purgeDue(tx, [days, limit])).map(({ workspaceId }) => workspaceId)

const purgeable = statement<{ id: string; repositoryId: string | null }>(
  'project.purgeable',
  `select p.id, r.id as "repositoryId" from project p left join repository r on r.project_id = p.id and r.host = 'native-repos'
   where p.workspace_id = $1 and p.deleted_at < now() - make_interval(days => $2) and p.purged_at is null
   order by p.deleted_at limit 100`,
)
/** Projects that were deleted so many days ago and still have their content. */
export const purgeableProjects = (tx: Transaction, days: number) => purgeable(tx, [tx.workspace, days])

const purge = statement(
  'project.purge',
  `update project set purged_at = now(), brief = null, instructions_md = null, runtime = '{}', intake = '{}'
   where id = $1 and deleted_at is not null`,
)
/** What stays of the project is its name and its dates. */
export const markPurged = (tx: Transaction, id: string) => purge(tx, [id])

const unknown = statement<{ id: string }>(
  'repository.unknown',
  `select given.id from unnest($1::uuid[]) as given (id) where not exists (select from repository r where r.id = given.id)`,
)
/** Which of these are no repository of any workspace; those of deleted projects are one until they are purged. */
export const unknownRepositories = async (tx: Transaction, ids: readonly string[]) =>
  (await unknown(tx, [ids])).map(({ id }) => id)
