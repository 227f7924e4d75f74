import { expect, test } from 'vitest'
import { openStrangerCount } from '../../../platform/http/index.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deploymentIn } from '../../../testing/deployments/deployments.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { openResolver } from './resolve.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const { tokens } = server.parts.previewSite

const resolver = (isOn = true) =>
  openResolver({
    ...server.parts,
    previewSite: { isOn, tokens },
    countStranger: async () => undefined,
    linkTo: (path) => `http://127.0.0.1:4310${path}`,
  })

const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  await at.grant(projectId, at.clientId, 'view')
  const visitor = (label: string, userId = at.clientId) => ({ workspaceId: at.workspace, projectId, userId, label })
  return { at, projectId, visitor }
}

const requestFor = (label: string, of: { url?: string; access?: string | undefined; method?: string } = {}) => ({
  host: `${label}.preview.localhost`,
  label,
  method: 'GET',
  url: '/',
  ip: '127.0.0.1',
  ...of,
  access: of.access === undefined ? [] : [of.access],
})

test('the address without a link opens nothing: it leads to the console, and a change is refused', async () => {
  const { at, projectId } = await world()
  const { label } = await deploymentIn(server, at, { projectId })
  const { resolve } = resolver()
  const location = `http://127.0.0.1:4310/console/previews/${label}`
  expect(await resolve(requestFor(label))).toEqual({ kind: 'redirect', location })
  expect(await resolve(requestFor(label, { access: 'nonsense' }))).toEqual({ kind: 'redirect', location })
  expect(await resolve(requestFor(label, { method: 'POST' }))).toMatchObject({ kind: 'page', status: 403 })
  expect(await resolve(requestFor('a'.repeat(16)))).toMatchObject({ kind: 'page', status: 404 })
})

test('a link becomes a cookie only of this host, which opens the pages of the host', async () => {
  const { at, projectId, visitor } = await world()
  const { id, label } = await deploymentIn(server, at, { projectId })
  const { resolve } = resolver()
  const { token } = tokens.sign('link', visitor(label), new Date())!
  const entered = await resolve(requestFor(label, { url: `/.atelier/enter?token=${token}` }))
  expect(entered).toMatchObject({ kind: 'redirect', location: '/', access: { maxAgeSeconds: 3_600 } })
  const access = entered.kind === 'redirect' ? entered.access?.value : undefined
  expect(await resolve(requestFor(label, { access }))).toMatchObject({ kind: 'version', site: label, version: { id } })
  const other = await deploymentIn(server, at, { projectId })
  expect(await resolve(requestFor(other.label, { access }))).toMatchObject({ kind: 'redirect' })
  expect(await resolve(requestFor(label, { access: token }))).toMatchObject({ kind: 'redirect' })
  const elsewhere = await resolve(requestFor(other.label, { url: `/.atelier/enter?token=${token}` }))
  expect(elsewhere).toMatchObject({ kind: 'page', status: 403 })
})

test('the deployments of a host are numbered in the order of their requests, which previews follow', async () => {
  const { at, projectId, visitor } = await world()
  const { label } = await deploymentIn(server, at, { projectId, status: 'expired' })
  const live = await deploymentIn(server, at, { projectId, label })
  const access = tokens.sign('cookie', visitor(label), new Date())!.token
  expect(await resolver().resolve(requestFor(label, { access }))).toMatchObject({
    version: { id: live.id, generation: 2 },
  })
})

test('a link is judged by the time of the database, not by the clock of the machine', async () => {
  const { at, projectId, visitor } = await world()
  const { label } = await deploymentIn(server, at, { projectId })
  const enterAt = async (now: Date) => {
    const database = { ...server.parts.database, now: () => now }
    const previewSite = { isOn: true, tokens }
    const { resolve } = openResolver({
      ...server.parts,
      database,
      previewSite,
      countStranger: async () => undefined,
      linkTo: (path) => path,
    })
    const { token } = tokens.sign('link', visitor(label), new Date('2026-03-04T00:00:00.000Z'))!
    return resolve(requestFor(label, { url: `/.atelier/enter?token=${token}` }))
  }
  expect(await enterAt(new Date('2026-03-04T00:00:59.000Z'))).toMatchObject({ kind: 'redirect', location: '/' })
  expect(await enterAt(new Date('2026-03-04T00:01:00.000Z'))).toMatchObject({ kind: 'page', status: 403 })
})

test('a link holds for a minute and a cookie for an hour', async () => {
  const { visitor } = await world()
  const label = 'b'.repeat(16)
  const now = new Date('2026-03-04T00:00:00.000Z')
  const after = (ms: number) => new Date(now.getTime() + ms)
  const link = tokens.sign('link', visitor(label), now)!.token
  expect(tokens.read('link', label, link, after(59_999))).toEqual(visitor(label))
  expect(tokens.read('link', label, link, after(60_000))).toBeUndefined()
  const cookie = tokens.sign('cookie', visitor(label), now)!.token
  expect(tokens.read('cookie', label, cookie, after(3_599_999))).toEqual(visitor(label))
  expect(tokens.read('cookie', label, cookie, after(3_600_000))).toBeUndefined()
  expect(tokens.read('link', label, cookie, now)).toBeUndefined()
})

test('a person to whom the project is shared no more is led away again', async () => {
  const { at, projectId, visitor } = await world()
  const { label } = await deploymentIn(server, at, { projectId })
  const access = tokens.sign('cookie', visitor(label), new Date())!.token
  expect(await resolver().resolve(requestFor(label, { access }))).toMatchObject({ kind: 'version' })
  await asOwner(server, 'delete from project_grant where project_id = $1', [projectId])
  // Another process, which remembers no answer.
  expect(await resolver().resolve(requestFor(label, { access }))).toMatchObject({ kind: 'redirect' })
})

test.each([
  ['building', 503],
  ['deploying', 503],
  ['failed', 502],
  ['expired', 410],
] as const)('a preview that is %s is answered with a page of status %i', async (status, expected) => {
  const { at, projectId, visitor } = await world()
  const { label } = await deploymentIn(server, at, { projectId, status })
  const access = tokens.sign('cookie', visitor(label), new Date())!.token
  expect(await resolver().resolve(requestFor(label, { access }))).toMatchObject({ kind: 'page', status: expected })
})

test('production at its connected domain is for everybody, and at a domain that waits for DNS for no person', async () => {
  const { at, projectId } = await world()
  const { id } = await deploymentIn(server, at, { projectId, kind: 'production' })
  const text = `insert into production_domain (project_id, workspace_id, domain, proof, set_by, set_at, connected_at)
    values ($1, $2, $3, $4, $1, now(), $5)`
  await asOwner(server, text, [projectId, at.workspace, 'www.open.dev', 'p'.repeat(43), new Date()])
  const asked = { ...requestFor(''), label: undefined, host: 'www.open.dev' }
  expect(await resolver().resolve(asked)).toMatchObject({ kind: 'version', version: { id } })
  await asOwner(server, 'update production_domain set connected_at = null where project_id = $1', [projectId])
  expect(await resolver().resolve(asked)).toMatchObject({ kind: 'page', status: 404 })
})

test('an instance whose previews are switched off serves none', async () => {
  const { at, projectId } = await world()
  const { label } = await deploymentIn(server, at, { projectId })
  expect(await resolver(false).resolve(requestFor(label))).toMatchObject({ kind: 'page', status: 503 })
})

test('a network that asks for many previews without a cookie waits, before anything is looked up', async () => {
  const { at, projectId, visitor } = await world()
  const { label } = await deploymentIn(server, at, { projectId })
  const countStranger = openStrangerCount({ strangers: 1 })
  const previewSite = { isOn: true, tokens }
  const { resolve } = openResolver({ ...server.parts, previewSite, countStranger, linkTo: (path) => path })
  expect(await resolve(requestFor(label))).toMatchObject({ kind: 'redirect' })
  const identity = () => Promise.reject(new Error('The database is asked.'))
  const database = { ...server.parts.database, identity }
  const untouched = openResolver({ ...server.parts, database, previewSite, countStranger, linkTo: (path) => path })
  expect(await untouched.resolve(requestFor('c'.repeat(16)))).toMatchObject({ kind: 'page', status: 429 })
  const access = tokens.sign('cookie', visitor(label), new Date())!.token
  expect(await resolve(requestFor(label, { access }))).toMatchObject({ kind: 'version' })
})
