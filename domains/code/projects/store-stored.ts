import { statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { storedRepositories } from '../repository-records/index.ts'

/** The repositories of all workspaces that have packs. */
export const packedRepositories = statement<NoValues, { id: string; workspaceId: string; isPurged: boolean }>(
  'repository-pack.repositories',
  `select r.id, r.workspace_id as "workspaceId", r.purged_at is not null or p.purged_at is not null as "isPurged"
   from ${storedRepositories} r join project p on p.id = r.project_id where r.has_packs order by r.id`,
)

export interface EarlierRepository {
  readonly id: string
  readonly projectId: string
  readonly workspaceId: string
  readonly hasRefs: boolean
  readonly hasPacks: boolean
}
const earlier = statement<{ here: readonly string[] }, EarlierRepository>(
  'repository.of-earlier-versions',
  `select r.id, r.project_id as "projectId", r.workspace_id as "workspaceId", r.has_refs as "hasRefs",
     r.has_packs as "hasPacks"
   from ${storedRepositories} r join project p on p.id = r.project_id
   where r.host = 'native-repos' and r.purged_at is null and p.purged_at is null
     and (r.id = any(:here::uuid[]) or not r.has_refs or not r.has_packs) order by r.id`,
)
/** The repositories of all workspaces in the folder of earlier versions, or without rows yet. */
export const repositoriesOfEarlierVersions = (tx: Transaction, here: readonly string[]) => earlier(tx, { here })
