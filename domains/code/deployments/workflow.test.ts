import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { removedLater } from '../../../testing/objects/removals.ts'
import { isLong } from '../../../testing/soak.ts'
import { handlersOf } from '../../../apps/server/domains.ts'
import { afterTest } from '../../../testing/after-test.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { emptyProject, cycleIn } from '../../../testing/cycles.ts'
import { builtIn, workDeployments } from '../../../testing/deployments/deployment-runs.ts'
import { listenAgain } from '../../../testing/network/listener.ts'
import { eventually } from '../../../testing/jobs/world.ts'
import { scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { testServer } from '../../../testing/server.ts'
import { listProjectImageBuilds } from '../sandboxes/contract.ts'
import {
  createProjectEnvironment,
  deleteProjectEnvironment,
  updateProjectEnvironment,
} from '../environments/contract.ts'
import { updateProject } from '../projects/contract.ts'
import {
  getDeployment,
  getDeploymentLog,
  listDeployments,
  redeployProjectPreview,
  rollbackDeployment,
} from './contract.ts'
import { surroundingsFor } from './environment.ts'
import { previewCycle } from './index.ts'
import { startDeployments } from './jobs/start-deployments.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const previewSite = { ...server.parts.previewSite, isOn: true }
const baseUrl = await listenAgain(server, { handlers: handlersOf({ ...server.parts, previewSite }) })
const { fake, begin } = workDeployments(server)
let engine = await begin()
afterTest(() => engine.stop({ graceMs: 0 }))
const build = fake.build

const world = async () => {
  const at = await scene({ ...server, baseUrl })
  const projectId = await emptyProject(at.owner)
  const deploy = async () => (await at.owner.call(redeployProjectPreview, { body: { projectId } })).body.id as string
  const read = async (id: string) => (await at.owner.call(getDeployment, { id })).body
  const ended = (id: string, status: string) =>
    eventually(async () => {
      const row = await read(id)
      return row.status === status ? row : undefined
    })
  return { at, projectId, deploy, read, ended }
}

test('a deployment is built from the head of the branch, started, and live; its log is the agency’s', async () => {
  const { at, deploy, ended } = await world()
  const id = await deploy()
  const row = await ended(id, 'live')
  expect(row).toMatchObject({ build: { kind: 'static', foundBy: 'index.html lies in the root.' }, canRollBack: false })
  expect(row.commitSha).toMatch(/^[0-9a-f]{40}$/)
  expect(fake.builds.at(-1)).toMatchObject({ commitSha: row.commitSha })
  expect(fake.deploys.at(-1)).toMatchObject({
    site: new URL(row.url as string).hostname.split('.')[0],
    version: { id },
  })
  expect((await at.member.call(getDeploymentLog, { id })).body).toMatchObject({ text: 'Built.\n', isTruncated: false })
  expect(await at.eventNames(id)).toEqual(['deployment.requested', 'deployment.live'])
  expect(await at.auditActions(id)).toEqual(['deployment.create', 'deployment.serve'])
})

test.runIf(isLong)(
  'the next deployment takes the same address, the previous one expires, and a rollback serves its build again',
  async () => {
    const { at, deploy, ended, read } = await world()
    const first = await deploy()
    const { url, commitSha } = await ended(first, 'live')
    const second = await deploy()
    expect((await ended(second, 'live')).url).toBe(url)
    expect(await read(first)).toMatchObject({ status: 'expired', expiredBecause: 'replaced', canRollBack: true })
    const builds = fake.builds.length
    const back = await at.owner.call(rollbackDeployment, { id: first })
    expect(back).toMatchObject({ status: 202, body: { status: 'deploying', url } })
    const third = back.body.id as string
    expect(await ended(third, 'live')).toMatchObject({ rollbackOf: first, commitSha })
    expect(fake.builds.length).toBe(builds)
    expect(await read(second)).toMatchObject({ status: 'expired', expiredBecause: 'replaced' })
  },
)

test.runIf(isLong)('a build that fails leaves the previous deployment live, and has the reason', async () => {
  const { deploy, ended, read } = await world()
  const first = await deploy()
  await ended(first, 'live')
  fake.build = async () => ({ failed: 'npm run build ended with 1.' })
  const second = await deploy()
  const failed = await ended(second, 'failed')
  fake.build = build
  expect(failed.failure).toEqual({ code: 'build_failed', message: 'npm run build ended with 1.' })
  expect((await read(first)).status).toBe('live')
})

test('a deployment whose environment is missing is not built, and has the reason', async () => {
  const { at, projectId, deploy, ended } = await world()
  const created = await at.owner.call(createProjectEnvironment, { projectId, body: { label: 'Staging', config: {} } })
  const environmentId = created.body.id as string
  const runtime = { previews: { environmentId } }
  expect((await at.owner.call(updateProject, { id: projectId, body: { runtime } })).status).toBe(200)
  await at.owner.call(deleteProjectEnvironment, { projectId, id: environmentId })
  const { failure } = await ended(await deploy(), 'failed')
  expect(failure).toMatchObject({
    code: 'build_failed',
    message: expect.stringContaining('environment that the project chose') as string,
  })
})

test('a program gets the variables of its environment, and does not start without its secrets, or once it is deleted', async () => {
  const { at, projectId } = await world()
  const program = { projectId, kind: 'production', undecided: false } as const
  const surroundings = () => surroundingsFor(server.parts, at.workspace, program)
  expect((await surroundings()).environment).toEqual({})
  const body = { label: 'Production', config: { DATABASE_URL: 'postgres://shop' } }
  const environmentId = (await at.owner.call(createProjectEnvironment, { projectId, body })).body.id as string
  const previews = { productionEnvironmentId: environmentId }
  await at.owner.call(updateProject, { id: projectId, body: { runtime: { previews } } })
  expect((await surroundings()).environment).toEqual({ DATABASE_URL: 'postgres://shop' })
  const config = { variables: body.config, secrets: ['STRIPE_API_KEY'] }
  await at.owner.call(updateProjectEnvironment, { projectId, id: environmentId, body: { config } })
  await expect(surroundings()).rejects.toThrow('STRIPE_API_KEY')
  const undecided = await surroundingsFor(server.parts, at.workspace, { ...program, undecided: true })
  expect(undecided).toMatchObject({ environment: { DATABASE_URL: 'postgres://shop' }, allowHosts: [] })
  await at.owner.call(updateProjectEnvironment, { projectId, id: environmentId, body: { isActive: false } })
  await expect(surroundings()).rejects.toThrow('environment that the project chose')
  await at.owner.call(deleteProjectEnvironment, { projectId, id: environmentId })
  await expect(surroundings()).rejects.toThrow('environment that the project chose')
})

test.runIf(isLong)('a program that does not start leaves the deployment before it live', async () => {
  const { deploy, ended, read, at } = await world()
  const first = await deploy()
  await ended(first, 'live')
  const deploying = fake.deploy
  fake.deploy = async () => ({ outcome: 'failed', sentence: 'It did not listen at $PORT.' })
  const second = await deploy()
  const failed = await ended(second, 'failed')
  fake.deploy = deploying
  expect(failed.failure).toEqual({ code: 'start_failed', message: 'It did not listen at $PORT.' })
  expect((await read(first)).status).toBe('live')
  expect(await at.eventNames(second)).toEqual(['deployment.requested', 'deployment.failed'])
})

test.runIf(isLong)(
  'the newer of two requests for one address counts, and the build of the older is stopped',
  async () => {
    const { deploy, ended, read } = await world()
    let isStopped = false
    const before = fake.builds.length
    fake.build = async ({ folder, signal }) => {
      if (!signal.aborted) await once(signal, 'abort')
      isStopped = true
      return builtIn(folder)
    }
    const first = await deploy()
    await eventually(async () => fake.builds.length > before && (await read(first)).commitSha !== null)
    fake.build = build
    const second = await deploy()
    await ended(second, 'live')
    expect(await read(first)).toMatchObject({ status: 'expired', expiredBecause: 'replaced' })
    await eventually(async () => isStopped)
  },
)

test('the merge of a cycle is deployed to its own address, in a project that people deployed before', async () => {
  const { at, projectId, deploy, ended } = await world()
  const cycleId = await cycleIn(server, at, projectId)
  const merge = async () => {
    const [repository] = (await at.rows('repository')).filter((row) => row.project_id === projectId)
    const commitSha = 'd'.repeat(40)
    const head = { projectId, cycleId, repositoryId: repository!.id as string, commitSha }
    await server.database.within(at.workspace, async (tx) => previewCycle(tx, { ...head, now: await tx.now() }))
    await startDeployments({ database: server.database, engine }, scheduledContext)
  }
  const previews = async () =>
    (await at.owner.call(listDeployments, { query: { kind: 'cycle-preview' } })).body as Record<string, unknown>[]
  await merge()
  expect(await previews()).toEqual([])
  const { url } = await ended(await deploy(), 'live')
  await merge()
  const [preview] = await previews()
  const live = await ended(preview!.id as string, 'live')
  expect(live).toMatchObject({ cycleId, commitSha: 'd'.repeat(40), kind: 'cycle-preview' })
  expect(live.expiresAt).not.toBeNull()
  expect(live.url).not.toBe(url)
})

test('cycles get previews from the first one, or none at all, if the project chooses so', async () => {
  const { at, projectId, deploy, ended } = await world()
  const choose = async (cycles: boolean) =>
    at.owner.call(updateProject, { id: projectId, body: { runtime: { previews: { cycles } } } })
  const merge = async () => {
    const [repository] = (await at.rows('repository')).filter((row) => row.project_id === projectId)
    const cycleId = await cycleIn(server, at, projectId)
    const head = { projectId, cycleId, repositoryId: repository!.id as string, commitSha: 'e'.repeat(40) }
    await server.database.within(at.workspace, async (tx) => previewCycle(tx, { ...head, now: await tx.now() }))
    return (await at.owner.call(listDeployments, { query: { cycleId } })).body as object[]
  }
  await choose(true)
  expect(await merge()).toMatchObject([{ kind: 'cycle-preview', status: 'building' }])
  await ended(await deploy(), 'live')
  await choose(false)
  expect(await merge()).toEqual([])
})

const storedAt = async (key: string) => ({
  key,
  ...(await server.parts.objects.put(key, Readable.from(['built']), { maxBytes: 5 })),
})
const buildStored: typeof build = async ({ folder, objectKey }) => {
  const built = builtIn(folder)
  return 'failed' in built ? built : { ...built, build: { ...built.build, object: await storedAt(objectKey) } }
}

test('the object of a build that its deployment does not take is removed later', async () => {
  const { at, deploy, read } = await world()
  let key = ''
  fake.build = async (asked) => {
    key = asked.objectKey
    const gone = `update deployment set status = 'failed', failure = '{"code":"build_failed","message":"Gone."}'
      where status = 'building' and workspace_id = $1`
    await asOwner(server, gone, [at.workspace])
    return buildStored(asked)
  }
  const id = await deploy()
  const over = 'select from run where subject_id = $1 and ended_at is not null'
  await eventually(async () => (await asOwner(server, over, [id])).length > 0)
  fake.build = build
  expect((await read(id)).failure).toMatchObject({ message: 'Gone.' })
  expect(await removedLater(server, key)).toEqual([key])
})

test('a process that ends in the middle of a build leaves it to the next one, which makes one deployment live', async () => {
  const { at, projectId, deploy, ended, read } = await world()
  const folders: string[] = []
  const base = { kind: 'packages', contentHash: 'a'.repeat(64) } as const
  const keys: string[] = []
  fake.build = ({ folder, objectKey, signal, recordBuild }) =>
    recordBuild(base).build(
      async () => {
        await storedAt(objectKey)
        keys.push(objectKey)
        folders.push(folder)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        throw signal.reason as Error
      },
      () => ({ error: undefined, log: '' }),
    )
  const id = await deploy()
  await eventually(async () => folders.length === 1)
  const { commitSha } = await read(id)
  await engine.stop({ graceMs: 0 })
  fake.build = async (asked) => {
    folders.push(asked.folder)
    keys.push(asked.objectKey)
    return asked.recordBuild(base).build(
      () => buildStored(asked),
      () => ({ error: undefined, log: 'added 1 package' }),
    )
  }
  engine = await begin()
  expect(await ended(id, 'live')).toMatchObject({ commitSha })
  const image = { cause: 'preview', commitSha, contentHash: base.contentHash }
  expect((await at.owner.call(listProjectImageBuilds, { id: projectId })).body).toMatchObject([
    { ...image, status: 'ready', log: 'added 1 package' },
    { ...image, status: 'failed', error: 'It was stopped before it was done.' },
  ])
  fake.build = build
  expect(new Set(folders).size).toBe(2)
  expect(await removedLater(server, ...keys)).toEqual([keys[0]])
  expect(((await at.owner.call(listDeployments, { query: { projectId } })).body as object[]).length).toBe(1)
  expect(await at.auditActions(id)).toEqual(['deployment.create', 'deployment.serve'])
})
