import { rowStatement, statement } from '../../../platform/db/statement.ts'
import type { DueIn } from '../../../platform/jobs/index.ts'
import { storedRepositories } from '../repository-records/index.ts'
import { projectColumns, type ProjectRow } from './tables.ts'

export const deleteProjectRow = rowStatement<{ id: string; now: Date; userId: string }, ProjectRow>(
  'project.delete',
  `update project set deleted_at = :now, deleted_by = :userId where id = :id and deleted_at is null returning ${projectColumns}`,
)

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

/** Projects that were deleted so many days ago and still have their content. */
export const purgeableProjects = statement<{ days: number }, { id: string; repositoryIds: string[] }>(
  'project.purgeable',
  `select p.id, array(select r.id::text from ${storedRepositories} r
     where r.project_id = p.id and r.host = 'native-repos' and r.purged_at is null) as "repositoryIds"
   from project p
   where p.workspace_id = :workspace and p.deleted_at < now() - make_interval(days => :days) and p.purged_at is null
   order by p.deleted_at limit 100`,
)

/** The project's name and dates stay. */
export const markPurged = statement<{ id: string }>(
  'project.purge',
  `update project set purged_at = now(), brief = null, instructions_md = null, runtime = '{}', intake = '{}'
   where id = :id and deleted_at is not null`,
)
