import { statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

const forget = statement<{ kept: number }, { id: string }>(
  'deployment.forget-builds',
  `update deployment set build = null where id in (
     select id from (
       select id, status, row_number() over (partition by label order by live_at desc nulls last, created_at desc) as place
       from deployment where workspace_id = :workspace and build is not null) ranked
     where place > :kept and status in ('failed', 'expired')) returning id`,
)
/** Lets go of the builds of a workspace that are neither served nor among the newest of their hosts. */
export const forgetOldBuilds = async (tx: Transaction, kept: number) => (await forget(tx, { kept })).length

const folders = statement<NoValues, { folder: string | null }>(
  'deployment.build-folders',
  `select build ->> 'folder' as folder from deployment where workspace_id = :workspace and build is not null`,
)
/** The folders of all builds of a workspace that are kept. */
export const keptBuildFolders = async (tx: Transaction): Promise<string[]> =>
  (await folders(tx)).flatMap(({ folder }) => folder ?? [])

const removals = [
  'delete from deployment_picture where deployment_id in (select id from deployment where project_id = :projectId)',
  `delete from deployment_log where deployment_id in (select id from deployment where project_id = :projectId)`,
  'delete from preview_share where project_id = :projectId',
  'delete from deployment where project_id = :projectId',
  'delete from deployment_host where project_id = :projectId',
  'delete from production_domain where project_id = :projectId',
].map((text, at) => statement<{ projectId: string }>(`deployment.purge-${at + 1}`, text))
export const removeDeployments = async (tx: Transaction, projectId: string): Promise<void> => {
  for (const remove of removals) await remove(tx, { projectId })
}
