import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { handlersOf } from '../../../apps/server/domains.ts'
import type { PicturesInput } from '../../../execution/previews/pictures/take-pictures.ts'
import type { PicturesResult, PreviewTarget } from '../../../execution/previews/index.ts'
import { afterTest } from '../../../testing/after-test.ts'
import type { Caller } from '../../../testing/caller.ts'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { workDeployments } from '../../../testing/deployments/deployment-runs.ts'
import { eventually } from '../../../testing/jobs/world.ts'
import { listenAgain } from '../../../testing/network/listener.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { testServer } from '../../../testing/server.ts'
import { updateProject } from '../projects/contract.ts'
import {
  getDeployment,
  getDeploymentPicture,
  listDeploymentPictures,
  listDeployments,
  openDeployment,
  redeployProjectPreview,
  rollbackDeployment,
} from './contract.ts'
import { openResolver, pictureChange } from './index.ts'
import { startDeployments } from './jobs/start-deployments.ts'
import { removeBuilds } from './jobs/remove-builds.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const previewSite = { ...server.parts.previewSite, isOn: true }
const baseUrl = await listenAgain(server, { handlers: handlersOf({ ...server.parts, previewSite }) })

const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 picture')
const all = async ({ shots }: PicturesInput): Promise<PicturesResult> => ({
  pictures: shots.map((shot, place) => ({
    ...shot,
    place,
    status: 200,
    content: Buffer.concat([webp, Buffer.from(shot.path)]),
  })),
})
const resolver = openResolver({
  ...server.parts,
  previewSite,
  countStranger: async () => undefined,
  linkTo: (path) => `http://127.0.0.1:4310${path}`,
})
let take = all
const asked: PicturesInput[] = []
const { begin } = workDeployments(server, (input) => {
  asked.push(input)
  return take(input)
})
const engine = await begin()
afterTest(() => engine.stop({ graceMs: 0 }))

const world = async () => {
  const at = await scene({ ...server, baseUrl })
  const projectId = await emptyProject(at.owner)
  const picturesOf = async (id: string) => (await at.owner.call(listDeploymentPictures, { id })).body
  const name = (picturePaths: string[]) =>
    at.owner.call(updateProject, { id: projectId, body: { runtime: { previews: { picturePaths } } } })
  const deploy = async (state: string | null) => {
    const { id } = (await at.owner.call(redeployProjectPreview, { body: { projectId } })).body as { id: string }
    await eventually(async () => {
      const [row] = await asOwner(server, 'select status, pictures_state from deployment where id = $1', [id])
      return row?.status === 'live' && row.pictures_state === state
    })
    return id
  }
  return { at, projectId, picturesOf, name, deploy }
}

test('a live deployment has pictures of the start page in both windows, with an event and an audit row', async () => {
  const { at, deploy, picturesOf } = await world()
  const id = await deploy('taken')
  const row = (await at.owner.call(getDeployment, { id })).body
  expect(asked.at(-1)).toMatchObject({ url: row.url, version: { id } })
  const found = await picturesOf(id)
  expect(found).toMatchObject({ deploymentId: id, commitSha: row.commitSha, state: 'taken', before: null })
  const pictures = found.pictures as { id: string }[]
  expect(pictures).toMatchObject([
    { path: '/', form: 'desktop', width: 1440, height: 900, httpStatus: 200 },
    { path: '/', form: 'phone', width: 390, height: 844, httpStatus: 200 },
  ])
  const picture = await at.owner.open(getDeploymentPicture, { id, pictureId: pictures[0]!.id })
  expect([picture.status, picture.headers.get('content-type'), picture.headers.get('x-content-type-options')]).toEqual([
    200,
    'image/webp',
    'nosniff',
  ])
  expect(Buffer.from(await picture.arrayBuffer()).toString()).toContain('WEBP')
  expect(await at.eventNames(id)).toEqual(['deployment.requested', 'deployment.live', 'deployment.pictured'])
  expect(await at.auditActions(id)).toEqual(['deployment.create', 'deployment.serve', 'deployment.picture'])
})

test.runIf(isLong)(
  'pages that the project names are shown beside their pictures from the deployment before',
  async () => {
    const { name, deploy, picturesOf } = await world()
    const first = await deploy('taken')
    expect((await name(['/', '/pricing'])).status).toBe(200)
    const second = await deploy('taken')
    const found = await picturesOf(second)
    expect((found.pictures as { path: string }[]).map(({ path }) => path)).toEqual(['/', '/', '/pricing', '/pricing'])
    expect(found.before).toMatchObject({ deploymentId: first, pictures: [{ path: '/' }, { path: '/' }] })
    expect((await name([])).status).toBe(200)
    expect(await picturesOf(await deploy(null))).toMatchObject({ state: null, pictures: [] })
  },
)

test('the obstacle to pictures is reported, and the deployment stays live', async () => {
  const { deploy, picturesOf, at } = await world()
  const cases = [
    ['no_browser', async () => ({ unavailable: 'no_browser' }) as const],
    ['browser_failed', async () => ({ pictures: [] })],
  ] as const
  for (const [state, result] of cases) {
    take = result
    const id = await deploy(state)
    take = all
    expect(await picturesOf(id)).toMatchObject({ state, pictures: [] })
    expect((await at.owner.call(getDeployment, { id })).body).toMatchObject({ status: 'live', failure: null })
  }
})

test('pictures that were taken while a later version went live are not stored', async () => {
  const { at, projectId, picturesOf } = await world()
  take = async (input) => {
    const text = `update deployment set status = 'expired', expired_because = 'replaced' where id = $1`
    await asOwner(server, text, [input.version.id])
    return all(input)
  }
  const { id } = (await at.owner.call(redeployProjectPreview, { body: { projectId } })).body as { id: string }
  await eventually(async () => (await picturesOf(id)).state === 'browser_failed')
  take = all
  expect(await picturesOf(id)).toMatchObject({ pictures: [] })
})

test('a client without a grant, another workspace, and the picture of another deployment get 404', async () => {
  const { at, deploy, picturesOf } = await world()
  const id = await deploy('taken')
  const { pictures } = (await picturesOf(id)) as { pictures: { id: string }[] }
  const pictureId = pictures[0]!.id
  const other = await world()
  const otherId = await other.deploy('taken')
  for (const caller of [other.at.owner, at.client]) {
    expectError(await caller.call(listDeploymentPictures, { id }), 404, 'not_found')
    expectError(await caller.call(getDeploymentPicture, { id, pictureId }), 404, 'not_found')
  }
  expectError(await other.at.owner.call(getDeploymentPicture, { id: otherId, pictureId }), 404, 'not_found')
  expectError(await at.owner.call(getDeploymentPicture, { id, pictureId: uuidv7() }), 404, 'not_found')
  expectError(await at.owner.call(getDeploymentPicture, { id, pictureId: '../0' }), 404, 'not_found')
})

test('a change that waits is pictured where it cannot be opened, and is absent for clients', async () => {
  const { at, projectId, deploy, picturesOf } = await world()
  await at.grant(projectId, at.clientId, 'view')
  const before = await deploy('taken')
  const cycleId = await cycleIn(server, at, projectId)
  const [repository] = (await at.rows('repository')).filter((row) => row.project_id === projectId)
  const head = { projectId, cycleId, repositoryId: repository!.id as string, commitSha: 'd'.repeat(40) }
  let served: PreviewTarget | undefined
  take = async (input) => {
    served = await resolver.resolve({
      host: `${input.site}.preview.localhost`,
      label: input.site,
      method: 'GET',
      url: '/',
      ip: '127.0.0.1',
      access: [],
    })
    return all(input)
  }
  await server.database.within(at.workspace, async (tx) => pictureChange(tx, null, { ...head, now: await tx.now() }))
  await startDeployments({ database: server.database, engine }, scheduledContext)
  const listed = (caller: Caller) => caller.call(listDeployments, { query: { cycleId } })
  const id = await eventually(async () => {
    const [row] = (await listed(at.owner)).body as { id: string; status: string }[]
    return row?.status === 'expired' ? row.id : undefined
  })
  take = all
  expect(served).toMatchObject({ kind: 'page', status: 404 })
  expect(await picturesOf(id)).toMatchObject({
    commitSha: head.commitSha,
    state: 'taken',
    pictures: [{ path: '/' }, { path: '/' }],
    before: { deploymentId: before },
  })
  expect(await at.eventNames(id)).toEqual(['deployment.pictured'])
  expect(await at.auditActions(id)).toEqual(['deployment.serve', 'deployment.picture', 'deployment.expire'])
  const { pictures } = (await picturesOf(id)) as { pictures: { id: string }[] }
  expect((await listed(at.client)).body).toEqual([])
  expectError(await at.client.call(getDeployment, { id }), 404, 'not_found')
  expectError(await at.client.call(listDeploymentPictures, { id }), 404, 'not_found')
  expectError(await at.client.call(getDeploymentPicture, { id, pictureId: pictures[0]!.id }), 404, 'not_found')
  expect((await at.client.call(getDeployment, { id: before })).status).toBe(200)
  // Its build was never served, so it can neither be served again nor be opened.
  expectError(await at.owner.call(rollbackDeployment, { id }), 409, 'deployment_never_served')
  expectError(await at.owner.call(openDeployment, { id }), 409, 'deployment_not_served')
})

test('a change of a project that was never deployed is compared with its base', async () => {
  const { at, projectId, picturesOf } = await world()
  await at.owner.call(updateProject, { id: projectId, body: { runtime: { previews: { cycles: true } } } })
  const cycleId = await cycleIn(server, at, projectId)
  const [repository] = (await at.rows('repository')).filter((row) => row.project_id === projectId)
  const head = { projectId, cycleId, repositoryId: repository!.id as string, commitSha: 'e'.repeat(40) }
  const request = () =>
    server.database.within(at.workspace, async (tx) =>
      pictureChange(tx, 'b'.repeat(40), { ...head, now: await tx.now() }),
    )
  const pictured = (count: number) =>
    eventually(async () => {
      await startDeployments({ database: server.database, engine }, scheduledContext)
      const { body } = await at.owner.call(listDeployments, { query: { cycleId } })
      const rows = (body as { id: string; status: string; commitSha: string }[]).filter(
        ({ status }) => status === 'expired',
      )
      return rows.length === count ? rows : undefined
    })
  await request()
  const [one, other] = await pictured(2)
  const change = [one!, other!].find(({ commitSha }) => commitSha === head.commitSha)!
  const base = [one!, other!].find(({ commitSha }) => commitSha !== head.commitSha)!
  expect(base.commitSha).toBe('b'.repeat(40))
  expect(await picturesOf(change.id)).toMatchObject({ state: 'taken', before: { deploymentId: base.id } })
  // A further attempt is compared with the same pictures.
  await request()
  expect((await pictured(3)).length).toBe(3)
})

test('pictures go with the build of their deployment', async () => {
  const { at, deploy, picturesOf } = await world()
  const id = await deploy('taken')
  const { pictures } = (await picturesOf(id)) as { pictures: { id: string }[] }
  const pictureId = pictures[0]!.id
  await deploy('taken')
  await asOwner(server, 'update deployment set build = null where id = $1', [id])
  const buildFolder = `${server.dataFolder}/previews`
  await removeBuilds({ ...server.parts, buildFolder }, scheduledContext)
  expect(await picturesOf(id)).toMatchObject({ state: 'removed', pictures: [] })
  expectError(await at.owner.call(getDeploymentPicture, { id, pictureId }), 404, 'not_found')
})
