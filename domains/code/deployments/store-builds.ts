import type { BuildObject, PreviewBuild } from '../../../execution/previews/index.ts'
import { json, statement, type Json, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { KeptBuild } from './rules-builds.ts'

const kept = statement<NoValues, Omit<KeptBuild, 'sizeBytes'> & { sizeBytes: string }>(
  'deployment.kept-builds',
  `select build ->> 'folder' as folder, workspace_id as "workspaceId", project_id as "projectId", label,
     status = any(array['building', 'deploying', 'live']) as "isOpen", status_changed_at as "changedAt",
     coalesce(live_at, created_at) as "usedAt", build ->> 'sizeBytes' as "sizeBytes",
     build -> 'object' ->> 'key' as "objectKey", undecided
   from deployment where workspace_id = :workspace and build is not null`,
)
/** The deployments of a workspace whose builds are kept. */
export const keptBuilds = async (tx: Transaction): Promise<KeptBuild[]> =>
  (await kept(tx)).map(({ sizeBytes, ...row }) => ({ ...row, sizeBytes: Number(sizeBytes) }))

/** Deletes builds, except served ones and the next to be served. */
export const clearBuilds = statement<{ folders: readonly string[]; now: Date }>(
  'deployment.forget-builds',
  `update deployment d set build = null, build_removed_at = :now
   where workspace_id = :workspace and build ->> 'folder' = any(:folders) and status in ('failed', 'expired')
     and not exists (select from deployment o where o.workspace_id = :workspace
       and o.build ->> 'folder' = d.build ->> 'folder' and o.status in ('building', 'deploying', 'live'))`,
)

const folders = statement<NoValues, { folder: string | null }>(
  'deployment.build-folders',
  `select build ->> 'folder' as folder from deployment where workspace_id = :workspace and build is not null`,
)
/** The folders of all builds of a workspace that are kept. */
export const keptBuildFolders = async (tx: Transaction): Promise<string[]> =>
  (await folders(tx)).flatMap(({ folder }) => folder ?? [])

const unstored = statement<NoValues, { id: string; projectId: string; build: unknown }>(
  'deployment.unstored-builds',
  `select id, project_id as "projectId", build from deployment
   where workspace_id = :workspace and build is not null and not build ? 'object' order by created_at limit 100`,
)
/** Deployments with builds of earlier versions, which only the disk of one machine has. */
export const unstoredBuilds = async (tx: Transaction) =>
  (await unstored(tx)).map(({ build, ...row }) => ({ ...row, build: build as PreviewBuild }))

const setObject = statement<{ folder: string; object: Json }>(
  'deployment.set-build-object',
  `update deployment set build = build || jsonb_build_object('object', :object::jsonb)
   where workspace_id = :workspace and build ->> 'folder' = :folder and not build ? 'object'`,
)
/** Names the object of a build in all deployments that have its folder. */
export const setBuildObject = (tx: Transaction, folder: string, object: BuildObject) =>
  setObject(tx, { folder, object: json(object) })

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
