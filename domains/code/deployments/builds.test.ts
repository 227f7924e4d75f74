import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PreviewBuild } from '../../../execution/previews/index.ts'
import { passRemovals } from '../../../testing/objects/removals.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deploymentIn } from '../../../testing/deployments/deployments.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { testServer } from '../../../testing/server.ts'
import { callerOf } from '../../../testing/caller.ts'
import { handlersOf } from '../../../apps/server/domains.ts'
import { listenAgain } from '../../../testing/network/listener.ts'
import { getDeployment, rollbackDeployment } from './contract.ts'
import { removeBuilds } from './jobs/remove-builds.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const { buildFolder, previewSite } = server.parts
const parts = { ...server.parts, previewSite: { ...previewSite, isOn: true } }
const onUrl = await listenAgain(server, { handlers: handlersOf(parts) })
const limits = { perHost: 5, projectBytes: 10, instanceBytes: 1_000 }

/** A deployment of 10 bytes that came to its status some hours ago, with a folder on the disk. */
const built = async (
  at: Awaited<ReturnType<typeof scene>>,
  projectId: string,
  { name, hours, status }: { name: string; hours: number; status: 'live' | 'expired' },
) => {
  const folder = `${projectId}-${name}`
  await mkdir(join(buildFolder, folder, 'files'), { recursive: true })
  await writeFile(join(buildFolder, folder, 'build.json'), '{}')
  const { id } = await deploymentIn(server, at, { projectId, status, folder })
  const age = `update deployment set build = build || '{"sizeBytes":10}', live_at = now() - $2 * interval '1 h',
    status_changed_at = now() - $2 * interval '1 h' where id = $1`
  await asOwner(server, age, [id, hours])
  return id
}

test('the oldest builds are deleted with their folders if a project takes too much, and the history shows it', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const live = await built(at, projectId, { name: 'live', hours: 9, status: 'live' })
  const old = await built(at, projectId, { name: 'old', hours: 5, status: 'expired' })
  const just = await built(at, projectId, { name: 'just', hours: 0, status: 'expired' })
  const read = async (id: string) => (await at.owner.call(getDeployment, { id })).body
  expect(await read(old)).toMatchObject({ canRollBack: true, buildRemovedAt: null })
  await removeBuilds({ ...parts, buildLimits: limits }, scheduledContext)
  expect(await read(old)).toMatchObject({ canRollBack: false, buildRemovedAt: expect.any(String) })
  for (const id of [live, just]) expect(await read(id)).toMatchObject({ buildRemovedAt: null })
  const left = (await readdir(buildFolder)).filter((name) => name.startsWith(projectId)).toSorted()
  expect(left).toEqual([`${projectId}-just`, `${projectId}-live`])
  const caller = callerOf(onUrl, at.owner.key)
  const roll = (id: string) => caller.call(rollbackDeployment, { id })
  expectError(await unchanged(server, () => roll(old)), 409, 'deployment_build_removed')
  expect((await roll(just)).status).toBe(202)
})

test('builds of earlier versions are stored, come back where their folder is missing, and go with their objects', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const id = await built(at, projectId, { name: 'earlier', hours: 5, status: 'expired' })
  const limitsOf = (bytes: number) => ({ perHost: 5, projectBytes: bytes, instanceBytes: 1_000 })
  await removeBuilds({ ...parts, buildLimits: limitsOf(10) }, scheduledContext)
  const [row] = await asOwner(server, 'select * from deployment where id = $1', [id])
  const build = row!.build as PreviewBuild
  expect(build).toMatchObject({
    folder: `${projectId}-earlier`,
    object: { key: `builds/${projectId}/${id}/0.tar.zst` },
  })
  const { objects, versions } = server.parts
  const folder = join(buildFolder, build.folder)
  await rm(folder, { recursive: true })
  const version = versions.of(at.workspace, {
    id,
    projectId,
    generation: 1,
    kind: 'project',
    minInstances: 0,
    undecided: false,
    build,
  })
  await version.prepare()
  expect(await readdir(folder)).toEqual(['build.json', 'files'])
  await removeBuilds({ ...parts, buildLimits: limitsOf(0) }, scheduledContext)
  expect([await objects.has(build.object!.key), (await readdir(buildFolder)).includes(build.folder)]).toEqual([
    true,
    false,
  ])
  await passRemovals(server)
  expect(await objects.has(build.object!.key)).toBe(false)
})

test('a build that a rollback is about to serve stays', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const old = await built(at, projectId, { name: 'old', hours: 5, status: 'expired' })
  expect((await callerOf(onUrl, at.owner.key).call(rollbackDeployment, { id: old })).status).toBe(202)
  await removeBuilds({ ...parts, buildLimits: { perHost: 1, projectBytes: 0, instanceBytes: 0 } }, scheduledContext)
  expect((await at.owner.call(getDeployment, { id: old })).body).toMatchObject({ buildRemovedAt: null })
  expect(await readdir(buildFolder)).toContain(`${projectId}-old`)
})
