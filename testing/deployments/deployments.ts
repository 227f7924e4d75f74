import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { newLabel } from '../../domains/code/deployments/begin.ts'
import type { DeploymentKind, DeploymentStatus } from '../../domains/code/deployments/rules.ts'
import { pictureKey } from '../../domains/code/deployments/handlers.ts'
import { toolbarTokenOf } from '../../domains/code/deployments/toolbar/index.ts'
import { cycleIn } from '../cycles.ts'
import type { Scene } from '../scene.ts'
import { asOwner } from '../database-state.ts'
import type { TestServer } from '../server.ts'

export interface DeploymentOf {
  readonly projectId: string
  readonly kind?: DeploymentKind
  readonly cycleId?: string
  readonly status?: DeploymentStatus
  /** That of its host; a host of its own without one. */
  readonly label?: string
  readonly repositoryId?: string
  readonly folder?: string
}

const build = (folder: string) => ({
  folder,
  kind: 'static',
  output: '.',
  start: null,
  healthPath: '/',
  isSinglePage: false,
  environment: {},
  sizeBytes: 1,
})
const plan = {
  kind: 'static',
  foundBy: 'index.html lies in the root.',
  build: [],
  output: '.',
  start: null,
  healthPath: '/',
  isSinglePage: false,
}

/** A deployment in any status, as rows and without a run. */
export const deploymentIn = async (server: TestServer, { workspace }: Pick<Scene, 'workspace'>, of: DeploymentOf) => {
  const { projectId, kind = 'project', cycleId = null, status = 'live', repositoryId = uuidv7(), folder } = of
  const id = uuidv7()
  const label = of.label ?? newLabel()
  await asOwner(
    server,
    `insert into deployment_host (label, workspace_id, project_id, repository_id, kind, cycle_id, created_at)
     values ($1, $2, $3, $4, $5, $6, now()) on conflict do nothing`,
    [label, workspace, projectId, repositoryId, kind, cycleId],
  )
  const wasBuilt = status === 'live' || status === 'expired'
  await asOwner(
    server,
    `insert into deployment (id, workspace_id, project_id, repository_id, kind, cycle_id, label, commit_sha, status,
       min_instances, plan, build, failure, expired_because, expires_at, created_at, status_changed_at, live_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11, $12, $13, $14, now(), now(), $15)`,
    [
      id,
      workspace,
      projectId,
      repositoryId,
      kind,
      cycleId,
      label,
      'c'.repeat(40),
      status,
      wasBuilt ? JSON.stringify(plan) : null,
      wasBuilt ? JSON.stringify(build(folder ?? `/nowhere/${id}`)) : null,
      status === 'failed' ? '{"code":"build_failed","message":"npm run build failed."}' : null,
      status === 'expired' ? 'replaced' : null,
      kind === 'cycle-preview' ? new Date(Date.now() + 3_600_000) : null,
      wasBuilt ? new Date() : null,
    ],
  )
  return { id, label }
}

/** A share link of a deployment, as a row; gives its id. */
export const shareIn = async (server: TestServer, at: Pick<Scene, 'workspace'>, projectId: string): Promise<string> => {
  const id = uuidv7()
  const { label } = await deploymentIn(server, at, { projectId })
  await asOwner(
    server,
    `insert into preview_share (id, workspace_id, project_id, label, token_hash, created_by, created_at, expires_at)
     values ($1, $2, $3, $4, sha256($5), $6, now(), now() + interval '1 d')`,
    [id, at.workspace, projectId, label, Buffer.from(id), uuidv7()],
  )
  return id
}

/** A picture of a deployment, as a row and a stored object; gives its id. */
export const pictureIn = async (server: TestServer, deploymentId: string, projectId: string): Promise<string> => {
  const id = uuidv7()
  const content = Buffer.from('RIFF\0\0\0\0WEBPVP8 picture')
  await asOwner(
    server,
    `insert into deployment_picture
       (id, workspace_id, deployment_id, place, path, form, width, height, http_status, size_bytes, taken_at)
     select $1, workspace_id, id, 0, '/', 'desktop', 1440, 900, 200, $3, now() from deployment where id = $2`,
    [id, deploymentId, content.length],
  )
  const key = pictureKey({ id: deploymentId, projectId }, 0)
  await server.parts.objects.put(key, Readable.from([content], { objectMode: false }), { maxBytes: content.length })
  return id
}

/** The token of the toolbar in a preview of a project, of a person of its own. */
export const toolbarTokenIn = async (server: TestServer, at: Scene, projectId: string): Promise<string> => {
  const cycleId = await cycleIn(server, at, projectId)
  const { label } = await deploymentIn(server, at, { projectId, cycleId, kind: 'cycle-preview' })
  const visitor = { workspaceId: at.workspace, projectId, userId: (await at.join('member')).userId, label }
  const { token } = server.parts.previewSite.tokens.sign('toolbar', visitor, new Date())!
  return toolbarTokenOf('toolbar', label, token)
}
