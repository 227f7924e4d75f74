import { statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { KeptBuild } from './rules-builds.ts'

const kept = statement<NoValues, Omit<KeptBuild, 'sizeBytes'> & { sizeBytes: string }>(
  'deployment.kept-builds',
  `select build ->> 'folder' as folder, workspace_id as "workspaceId", project_id as "projectId", label,
     status = any(array['building', 'deploying', 'live']) as "isOpen", status_changed_at as "changedAt",
     coalesce(live_at, created_at) as "usedAt", build ->> 'sizeBytes' as "sizeBytes"
   from deployment where workspace_id = :workspace and build is not null`,
)
/** The deployments of a workspace whose builds are kept. */
export const keptBuilds = async (tx: Transaction): Promise<KeptBuild[]> =>
  (await kept(tx)).map(({ sizeBytes, ...row }) => ({ ...row, sizeBytes: Number(sizeBytes) }))

const forget = statement<{ folders: readonly string[]; now: Date }>(
  'deployment.forget-builds',
  `update deployment d set build = null, build_removed_at = :now
   where workspace_id = :workspace and build ->> 'folder' = any(:folders) and status in ('failed', 'expired')
     and not exists (select from deployment o where o.workspace_id = :workspace
       and o.build ->> 'folder' = d.build ->> 'folder' and o.status in ('building', 'deploying', 'live'))`,
)
/** Lets go of builds, but for those that are served or about to be. */
export const forgetBuilds = (tx: Transaction, folders: readonly string[], now: Date) => forget(tx, { folders, now })

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
