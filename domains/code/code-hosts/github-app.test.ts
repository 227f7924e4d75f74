import { expect, test } from 'vitest'
import { testCodeHost as startCodeHost } from '../../../testing/integrations/code-host.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { testGitHubApp } from '../../../testing/integrations/github-app.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { git } from '../../../testing/repository.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import {
  connectProjectRepo,
  createCodeHost,
  listCodeHosts,
  previewProjectRepoConnect,
  testCodeHost,
} from './contract.ts'
import { pushRevisions } from './jobs/push-revisions.ts'

const app = testGitHubApp()
const host = await startCodeHost('token-of-no-connection-here', app)
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: host.host })
const { appId, installationId, privateKey } = app
const ours = { kind: 'github' as const, name: 'GitHub', baseUrl: host.url, app: { appId, installationId, privateKey } }
const secretLine = privateKey.split('\n')[3]!

const created = async (at: Scene, change: object = {}) => {
  const { status, body } = await at.owner.call(createCodeHost, { body: { ...ours, ...change } })
  expect(status).toBe(201)
  return body.id as string
}

test('201 connects by an app, whose key and tokens are shown and stored nowhere', async () => {
  const at = await scene(server)
  const codeHostId = await created(at)
  const listed = await at.member.call(listCodeHosts, {})
  expect(listed.body).toMatchObject([{ id: codeHostId, kind: 'github', app: { appId, installationId } }])
  expect((await at.owner.call(testCodeHost, { id: codeHostId })).body).toEqual({
    works: true,
    account: 'acme-atelier[bot]',
    problem: null,
  })
  const id = await emptyProject(at.owner)
  const body = { codeHostId, fullName: 'agency/by-app', create: true }
  expect((await at.owner.call(connectProjectRepo, { id, body })).status).toBe(201)
  // GitHub ends a token before its time: a push asks for a new one.
  app.tokens.length = 0
  await pushRevisions(server.parts, scheduledContext)
  expect((await at.owner.call(previewProjectRepoConnect, { id })).body.connection).toMatchObject({ state: 'pushed' })
  expect(git(host.folderOf('agency/by-app'), 'rev-parse', 'main')).toMatch(/^[0-9a-f]{40}/)
  const rows = [await at.rows('code_host'), await at.rows('audit_row'), listed.body]
  const everything = JSON.stringify(rows)
  for (const secret of [secretLine, ...app.tokens]) expect(everything).not.toContain(secret)
})

test('a suspended and a removed installation, and a foreign key, are sentences of the test', async () => {
  const at = await scene(server)
  const id = await created(at)
  const problem = async (of = id) => (await at.owner.call(testCodeHost, { id: of })).body.problem
  app.isSuspended = true
  expect(await problem()).toContain('the installation of the app is suspended')
  Object.assign(app, { isSuspended: false, isRemoved: true })
  expect(await problem()).toContain('has no such installation of the app')
  app.isRemoved = false
  expect(await problem()).toBeNull()
  const foreign = { appId, installationId, privateKey: testGitHubApp().privateKey }
  expect(await problem(await created(at, { name: 'Foreign', app: foreign }))).toContain('does not accept the key')
})

test('400 for no key, both or neither of token and app, and an app of another host', async () => {
  const at = await scene(server)
  for (const [change, sentence] of [
    [{ app: { ...ours.app, privateKey: 'no key' } }, 'has to be an RSA key'],
    [{ app: { ...ours.app, privateKey: privateKey.slice(0, 400) } }, 'has to be an RSA key'],
    [{ token: 'ghp_too' }, 'send one of them'],
    [{ app: undefined }, 'is required without an app'],
    [{ kind: 'gitea' as const }, 'is possible only for GitHub'],
    [{ app: { ...ours.app, installationId: 'one' } }, 'installationId'],
  ] as const) {
    const reply = await unchanged(server, () => at.owner.call(createCodeHost, { body: { ...ours, ...change } }))
    expectError(reply, 400, 'invalid_request')
    expect(JSON.stringify(reply.body)).toContain(sentence)
    expect(JSON.stringify(reply.body)).not.toContain(secretLine)
  }
})
