import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { DueIn } from '../../../platform/jobs/index.ts'

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
