import { statement, type NoValues } from '../../../platform/db/statement.ts'
import { storedRepositories } from '../repository-records/index.ts'

/** The repositories of all workspaces that have packs. */
export const packedRepositories = statement<NoValues, { id: string; workspaceId: string; isPurged: boolean }>(
  'repository-pack.repositories',
  `select r.id, r.workspace_id as "workspaceId", r.purged_at is not null or p.purged_at is not null as "isPurged"
   from ${storedRepositories} r join project p on p.id = r.project_id where r.has_packs order by r.id`,
)
