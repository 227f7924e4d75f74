import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { testCodeHost as startCodeHost } from '../../../testing/integrations/code-host.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { leakedToken } from '../../../testing/repositories/imports.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { bundleOf, git, importProject } from '../../../testing/repository.ts'
import {
  finalizeRevision,
  headBundle,
  headOf,
  nextBundle,
  uploadedRevision,
} from '../../../testing/repositories/revisions.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { listProjectRepos } from '../repositories/contract.ts'
import { getProjectRevisionHead } from '../revisions/contract.ts'
import {
  connectProjectRepo,
  createCodeHost,
  deleteCodeHost,
  disconnectProjectRepo,
  listCodeHosts,
  previewProjectRepoConnect,
  renewCodeHost,
  testCodeHost,
} from './contract.ts'
import { warnOfEnds } from '../connections/index.ts'
import { pushRevisions } from './jobs/push-revisions.ts'
import { syncCodeHosts } from './jobs/sync-code-hosts.ts'
import { makeHook } from './make-hook.ts'
import { endingHosts } from './store.ts'
import { scheduledContext, unhurriedTurn } from '../../../testing/jobs/scheduled.ts'

const token = 'gitea-token-of-the-test-0001'
const host = await startCodeHost(token)
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: host.host })

const connectionIn = async (at: Scene, change: object = {}) => {
  const body = { kind: 'gitea' as const, name: 'Acme', baseUrl: `${host.url}/`, token, ...change }
  const { status, body: made } = await at.owner.call(createCodeHost, { body })
  expect([status, JSON.stringify(made).includes(token)]).toEqual([201, false])
  return made.id as string
}
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined } as never
const context = { ...scheduledContext, ...unhurriedTurn, log: silent }
const push = () => pushRevisions(server.parts, context)
const connectionOf = async (at: Scene, id: string) =>
  (await at.owner.call(previewProjectRepoConnect, { id })).body.connection
const headAt = (folder: string) => git(folder, 'rev-parse', 'main').trim()

test('200 and 201: connections are listed to the agency without their tokens, tested, and removed', async () => {
  const at = await scene(server)
  const id = await connectionIn(at)
  const shown = {
    id,
    kind: 'gitea',
    name: 'Acme',
    baseUrl: host.url,
    app: null,
    tokenExpiresAt: null,
    createdAt: expect.any(String) as string,
  }
  expect((await at.member.call(listCodeHosts, {})).body).toEqual([shown])
  const works = { works: true, account: 'acme', problem: null }
  expect((await at.owner.call(testCodeHost, { id })).body).toEqual(works)
  const wrong = await connectionIn(at, { name: 'Wrong', token: 'another-token' })
  expect((await at.owner.call(testCodeHost, { id: wrong })).body).toMatchObject({
    works: false,
    account: null,
    problem: expect.stringContaining('does not accept the token') as string,
  })
  const ends = new Date(Date.now() + 3 * 86_400_000)
  const renewed = await at.owner.call(renewCodeHost, { id: wrong, body: { token, tokenExpiresAt: ends } })
  expect(renewed).toMatchObject({ status: 200, body: { id: wrong, tokenExpiresAt: ends.toISOString() } })
  expect((await at.owner.call(testCodeHost, { id: wrong })).body).toEqual(works)
  const warn = () => warnOfEnds(server.parts, 'code_host', endingHosts, context)
  await warn()
  await warn()
  expect(await at.eventNames(wrong)).toEqual(['code_host.created', 'code_host.updated', 'code_host.token_ends'])
  expectError(await at.owner.call(renewCodeHost, { id: wrong, body: {} }), 400, 'invalid_request')
  expect((await at.owner.call(deleteCodeHost, { id })).body).toEqual({ deleted: true })
  expectError(await at.owner.call(deleteCodeHost, { id }), 404, 'not_found')
  expect(await at.auditActions(id)).toEqual(['code_host.create', 'code_host.test', 'code_host.delete'])
  expect(await at.eventNames(id)).toEqual(['code_host.created', 'code_host.deleted'])
  expect(JSON.stringify([await at.rows('code_host'), await at.rows('audit_row')])).not.toContain(token)
})

test('a repository that was renamed at its host is followed, and pushed to under its new name', async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const codeHostId = await connectionIn(at)
  const body = { codeHostId, fullName: 'acme/before', create: true }
  expect((await at.owner.call(connectProjectRepo, { id, body })).status).toBe(201)
  const folder = host.add('acme/after')
  host.renamed.set('acme/before', 'acme/after')
  await push()
  host.renamed.delete('acme/before')
  expect(await connectionOf(at, id)).toMatchObject({ state: 'pushed', fullName: 'acme/after', error: null })
  expect(headAt(folder)).toBe((await connectionOf(at, id))!.pushedSha)
})

test('a webhook under the new name of a repository has the name followed, before anything is pushed', async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const codeHostId = await connectionIn(at)
  const body = { codeHostId, fullName: 'acme/old-name', create: true }
  expect((await at.owner.call(connectProjectRepo, { id, body })).status).toBe(201)
  await push()
  await makeHook(server.parts, { workspaceId: at.workspace, projectId: id }, context)
  git(host.add('acme/new-name'), 'fetch', '--quiet', host.folderOf('acme/old-name'), 'main:main')
  host.renamed.set('acme/old-name', 'acme/new-name')
  const renamed = { repository: { full_name: 'acme/new-name' } }
  expect(await host.repository('acme/old-name').deliver('push', renamed)).toBe(200)
  await syncCodeHosts(server.parts, context)
  host.renamed.delete('acme/old-name')
  expect(await connectionOf(at, id)).toMatchObject({ fullName: 'acme/new-name', state: 'pushed', takeError: null })
})

test('400 for Gitea without an address', async () => {
  const at = await scene(server)
  const body = { kind: 'gitea' as const, name: 'B', token }
  expectError(await unchanged(server, () => at.owner.call(createCodeHost, { body })), 400, 'invalid_request')
})

test.runIf(isLong)(
  '201 connects a project to a repository that it creates, and each revision is pushed there',
  async () => {
    const at = await scene(server)
    const id = await emptyProject(at.owner)
    const codeHostId = await connectionIn(at)
    const before = await headOf(at.owner, id)
    const bundle = await nextBundle(await headBundle(at.owner, id), { 'index.js': 'console.log(1)\n' })
    const upload = await uploadedRevision(at.owner, id, bundle)
    expect((await at.owner.call(previewProjectRepoConnect, { id })).body).toMatchObject({
      branch: 'main',
      headSha: before.commitSha,
      commits: 1,
      files: 0,
      findings: 0,
      obstacle: null,
      connection: null,
    })
    const body = { codeHostId, fullName: 'acme/made' }
    expectError(await at.owner.call(connectProjectRepo, { id, body }), 409, 'code_host_repository_absent')
    const made = await at.owner.call(connectProjectRepo, { id, body: { ...body, create: true } })
    expect(made).toMatchObject({ status: 201, body: { host: 'native-repos', fullName: 'acme/made', primary: true } })
    expect((await at.owner.call(listProjectRepos, { id })).body).toMatchObject([{ fullName: 'acme/made' }])
    expectError(await at.owner.call(getProjectRevisionHead, { id }), 409, 'repository_backed')
    for (const service of ['git-upload-pack', 'git-receive-pack']) {
      const address = `${server.baseUrl}/w/${at.workspace}/${id}.git/info/refs?service=${service}`
      const refused = await fetch(address, { headers: { 'x-api-key': at.owner.key! } })
      expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('on its code host')])
    }
    expectError(await at.owner.call(connectProjectRepo, { id, body }), 409, 'project_connected')
    expectError(await at.owner.call(deleteCodeHost, { id: codeHostId }), 409, 'code_host_in_use')
    expect(await connectionOf(at, id)).toMatchObject({ state: 'waiting', pushedSha: null })
    await push()
    expect(headAt(host.folderOf('acme/made'))).toBe(before.commitSha)
    expect((await finalizeRevision(at.owner, upload)).status).toBe(201)
    await push()
    expect(headAt(host.folderOf('acme/made'))).toBe(bundle.commitSha)
    expect(await connectionOf(at, id)).toMatchObject({
      state: 'pushed',
      pushedSha: bundle.commitSha,
      url: `${host.url}/acme/made`,
    })
    git(host.folderOf('acme/made'), 'fsck', '--strict')
    const repositoryId = made.body.id as string
    expect(await at.eventNames(repositoryId)).toEqual([
      'repository.connected',
      'repository.pushed',
      'repository.pushed',
    ])
    const everything = JSON.stringify([await at.rows('code_host_link'), await at.rows('audit_row'), host.asked])
    expect(everything).not.toContain(token)
  },
)

test.runIf(isLong)(
  '500 and then 200 for a webhook that fails twice: it is shown, and the next webhook has its repository looked at',
  async () => {
    const at = await scene(server)
    const codeHostId = await connectionIn(at)
    const connect = async (fullName: string) => {
      const id = await emptyProject(at.owner)
      await at.owner.call(connectProjectRepo, { id, body: { codeHostId, fullName, create: true } })
      await makeHook(server.parts, { workspaceId: at.workspace, projectId: id }, context)
      return id
    }
    const poisoned = await connect('acme/poison')
    const next = await connect('acme/next')
    await asOwner(
      server,
      `alter table code_host_link add constraint poison check (project_id <> '${poisoned}') not valid`,
    )
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt += 1)
      statuses.push(await host.repository('acme/poison').deliver('push', {}, { id: 'poison' }))
    expect(statuses).toEqual([500, 200, 200, 200])
    expect(await host.repository('acme/next').deliver('push', {}, { id: 'next' })).toBe(200)
    await asOwner(server, 'alter table code_host_link drop constraint poison')
    const looks = (await at.rows('code_host_link')).map((row) => [row.project_id, row.look_at !== null])
    expect(Object.fromEntries(looks)).toEqual({ [poisoned]: false, [next]: true })
    const shown = (await at.eventNames(codeHostId)).filter((name) => name === 'code_host.delivery_set_aside')
    expect(shown).toHaveLength(1)
  },
)

test.runIf(isLong)(
  'a host that is down fails the push and nothing else; a test of the connection makes it due again',
  async () => {
    const at = await scene(server)
    const id = await emptyProject(at.owner)
    const codeHostId = await connectionIn(at)
    const folder = host.add('acme/down')
    const { commitSha } = await headOf(at.owner, id)
    const made = await at.owner.call(connectProjectRepo, { id, body: { codeHostId, fullName: 'acme/down' } })
    host.isDown = true
    await push()
    await push()
    expect(await connectionOf(at, id)).toMatchObject({
      state: 'failing',
      error: expect.stringContaining('503') as string,
      nextAttemptAt: expect.any(String) as string,
    })
    host.isDown = false
    expect((await at.owner.call(testCodeHost, { id: codeHostId })).body).toMatchObject({ works: true })
    await push()
    expect([headAt(folder), await connectionOf(at, id)]).toMatchObject([commitSha, { state: 'pushed', error: null }])
    const names = ['repository.connected', 'repository.push_failed', 'repository.pushed']
    expect(await at.eventNames(made.body.id as string)).toEqual(names)
  },
)

test.runIf(isLong)(
  '409 for a repository with other commits; a branch that others moved is never overwritten',
  async () => {
    const at = await scene(server)
    const id = await emptyProject(at.owner)
    const other = await emptyProject(at.owner)
    const codeHostId = await connectionIn(at)
    const folder = host.add('acme/full')
    const commit = (text: string) => {
      const tree = git(folder, 'hash-object', '-t', 'tree', '-w', '/dev/null').trim()
      git(folder, 'update-ref', 'refs/heads/main', git(folder, 'commit-tree', '-m', text, tree).trim())
    }
    commit('Foreign')
    const body = { codeHostId, fullName: 'acme/full' }
    const refused = await unchanged(server, () => at.owner.call(connectProjectRepo, { id, body }))
    expectError(refused, 409, 'code_host_repository_not_empty')
    git(folder, 'update-ref', '-d', 'refs/heads/main')
    expect((await at.owner.call(connectProjectRepo, { id, body })).status).toBe(201)
    expectError(await at.owner.call(connectProjectRepo, { id: other, body }), 409, 'repository_attached')
    commit('Foreign again')
    const foreign = headAt(folder)
    await push()
    expect(headAt(folder)).toBe(foreign)
    expect(await connectionOf(at, id)).toMatchObject({ state: 'failing', pushedSha: null })
    expect((await at.owner.call(disconnectProjectRepo, { id })).status).toBe(200)
    expectError(await at.owner.call(disconnectProjectRepo, { id }), 409, 'project_not_connected')
    expect((await at.owner.call(getProjectRevisionHead, { id })).status).toBe(200)
  },
)

test.runIf(isLong)('a connection whose history is partly there already is taken up again', async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const body = { codeHostId: await connectionIn(at), fullName: 'acme/again' }
  host.add('acme/again')
  expect((await at.owner.call(connectProjectRepo, { id, body })).status).toBe(201)
  await push()
  await at.owner.call(disconnectProjectRepo, { id })
  expect((await at.owner.call(connectProjectRepo, { id, body })).status).toBe(201)
  await push()
  expect(await connectionOf(at, id)).toMatchObject({ state: 'pushed' })
})

test.runIf(isLong)('409 for a history with findings, for active work, and 400 for an unknown code host', async () => {
  const at = await scene(server)
  const codeHostId = await connectionIn(at)
  host.add('acme/refused')
  const body = { codeHostId, fullName: 'acme/refused' }
  const { projectId: leaky } = await importProject(
    at.owner,
    await bundleOf({ 'pay.ts': `export const token = '${leakedToken}'\n` }),
  )
  const refused = await unchanged(server, () => at.owner.call(connectProjectRepo, { id: leaky, body }))
  expectError(refused, 409, 'history_has_findings')
  const id = await emptyProject(at.owner)
  expectError(
    await at.owner.call(connectProjectRepo, { id, body: { ...body, codeHostId: at.workspace } }),
    400,
    'invalid_request',
  )
  await cycleIn(server, at, id, 'running')
  expectError(await at.owner.call(connectProjectRepo, { id, body }), 409, 'project_active')
  host.isDown = true
  const free = await emptyProject(at.owner)
  const down = await at.owner.call(connectProjectRepo, { id: free, body })
  expectError(down, 502, 'code_host_failed')
  expect(down.headers.get('retry-after')).toBe('10')
  host.isDown = false
})

test('201 for a project in a group within a group at GitLab, 400 for such a name at other hosts and for none', async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const gitea = await connectionIn(at)
  const codeHostId = await connectionIn(at, { kind: 'gitlab', name: 'Lab' })
  const fullName = 'agency/web/site'
  const connect = (body: { fullName: string; codeHostId?: string; create?: boolean }) =>
    at.owner.call(connectProjectRepo, { id, body: { codeHostId, ...body } })
  const refused = await unchanged(server, () => connect({ codeHostId: gitea, fullName, create: true }))
  expectError(refused, 400, 'invalid_request')
  expect(JSON.stringify(refused.body)).toContain('has to be owner/name')
  for (const wrong of ['agency', 'agency//site', '/agency/site', 'agency/../site', 'agency/web/..', './agency/site'])
    expectError(await connect({ fullName: wrong }), 400, 'invalid_request')
  expectError(await connect({ fullName: 'agency/none/site', create: true }), 409, 'code_host_repository_absent')
  expect(await connect({ fullName, create: true })).toMatchObject({ status: 201, body: { fullName } })
  await push()
  expect(headAt(host.folderOf(fullName))).toMatch(/^[0-9a-f]{40}$/)
  expect(await connectionOf(at, id)).toMatchObject({ state: 'pushed', fullName, url: `${host.url}/${fullName}` })
})
