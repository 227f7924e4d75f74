import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { downloadProjectRevisionBundle, getProjectRevisionHead } from '../../revisions/contract.ts'
import { createProject, deleteProject, getProject } from '../contract.ts'

const server = await testServer()

test('201 creates a project with every given field', async () => {
  const { owner } = await scene(server)
  const said = {
    name: 'Shop',
    brief: 'Sells shoes.',
    stack: 'node',
    instructionsMd: '# Rules\n',
    runtime: { setup: 'npm ci', checks: [{ name: 'test', command: 'npm test' }], region: 'eu' },
  }
  const { status, body } = await owner.call(createProject, { body: said })
  expect(status).toBe(201)
  expect(body).toEqual({
    ...said,
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) as string,
    handle: 'SHO',
    intake: {},
    costCapUsd: null,
    cycleCap: null,
    maxRevisions: null,
    requiresApproval: false,
    headRevisionId: expect.any(String) as string,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    updatedAt: body.createdAt as string,
    archivedAt: null,
  })
  expect((await owner.call(getProject, { id: body.id as string })).body.project).toEqual(body)
})

test('201 for a member, with the repositories in the given order and the first as the primary one', async () => {
  const { member } = await scene(server)
  const repos = [{ fullName: 'acme/shop', branch: 'trunk', label: 'Shop' }, { fullName: 'acme/api' }]
  const { status, body } = await member.call(createProject, { body: { repos } })
  expect([status, body.name]).toEqual([201, 'Untitled project'])
  const { repositories } = (await member.call(getProject, { id: body.id as string })).body
  const id = expect.any(String) as string
  expect(repositories).toEqual([
    { id, host: 'codehost', fullName: 'acme/shop', label: 'Shop', defaultBranch: 'trunk', primary: true },
    { id, host: 'codehost', fullName: 'acme/api', label: null, defaultBranch: 'main', primary: false },
  ])
})

test('201 names a project without a name after its brief', async () => {
  const { owner } = await scene(server)
  const { body } = await owner.call(createProject, { body: { brief: 'A shop\nfor shoes' } })
  expect(body.name).toBe('A shop')
})

test('201 without a body, the same as with an empty one', async () => {
  const { owner } = await scene(server)
  const bare = await owner.call(createProject, {})
  const empty = await owner.call(createProject, { body: {} })
  expect([bare.status, bare.body.name]).toEqual([201, 'Untitled project'])
  expect(Object.keys(bare.body).sort()).toEqual(Object.keys(empty.body).sort())
})

test('201 without repositories creates an empty repository as revision 1', async () => {
  const { owner } = await scene(server)
  const { body } = await owner.call(createProject, { body: { name: 'Shop' } })
  const id = body.id as string
  expect((await owner.call(getProject, { id })).body.repositories).toEqual([])
  const head = await owner.call(getProjectRevisionHead, { id })
  expect(head).toMatchObject({
    status: 200,
    body: {
      revisionId: body.headRevisionId,
      projectId: id,
      generation: 1,
      branch: 'main',
      source: 'created',
      manifest: { version: 1, commitSha: head.body.commitSha as string, files: [], findings: [], protected: [] },
    },
  })
  const bundle = await owner.open(downloadProjectRevisionBundle, { id, revisionId: body.headRevisionId as string })
  expect([bundle.status, (await bundle.text()).slice(0, 15)]).toEqual([200, '# v2 git bundle'])
})

test('201 leaves one audit row on the chain and one event', async () => {
  const { owner, workspace, rows, eventNames } = await scene(server)
  const reply = await owner.call(createProject, {
    body: { name: 'Shop', repos: [{ fullName: 'acme/shop' }] },
    headers: { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`, 'user-agent': 'atelier-cli/1' },
  })
  const [row, ...more] = await auditOf(server, workspace, reply.body.id as string)
  expect(more).toEqual([])
  expect(row).toMatchObject({
    action: 'project.create',
    category: 'create',
    resourceType: 'project',
    outcome: 'success',
    actorType: 'api_key',
    source: 'cli',
    requestId: reply.headers.get('x-request-id'),
    traceId: 'ab'.repeat(16),
    details: { name: 'Shop', repositories: ['acme/shop'] },
  })
  expect(await eventNames(reply.body.id as string)).toEqual(['project.created'])
  expect(await rows('activity_event')).toMatchObject([
    { trace_id: 'ab'.repeat(16), project_id: reply.body.id as string },
  ])
})

test('400 lists every invalid field', async () => {
  const { owner } = await scene(server)
  const body = {
    name: '',
    brief: 'x'.repeat(5_001),
    stack: 'x'.repeat(201),
    instructionsMd: 5,
    runtime: { setup: 1, checks: [{ name: '' }] },
    repos: [{ fullName: 'no slash', branch: '-x' }],
  }
  const reply = await unchanged(server, () => owner.call(createProject, { body }))
  expectError(reply, 400, 'invalid_request')
  const told = (reply.body.fields as { path: string; rule: string }[]).map(({ path, rule }) => `${path} ${rule}`).sort()
  expect(told).toEqual([
    'brief maxLength',
    'instructionsMd type',
    'name minLength',
    'repos.0.branch pattern',
    'repos.0.fullName pattern',
    'runtime.checks.0.command required',
    'runtime.checks.0.name minLength',
    'runtime.setup type',
    'stack maxLength',
  ])
})

test('201 at each limit, counted in characters', async () => {
  const { owner } = await scene(server)
  const body = { name: '👟'.repeat(100), brief: 'é'.repeat(5_000), stack: '👟'.repeat(200) }
  expect((await owner.call(createProject, { body })).status).toBe(201)
})

test.each(['a\u0000b', 'a\ud800b'])('400 for text that PostgreSQL cannot store: %j', async (text) => {
  const { owner } = await scene(server)
  for (const body of [{ name: text }, { runtime: { note: text } }, { runtime: { [text]: 1 } }]) {
    const reply = await unchanged(server, () => owner.call(createProject, { body }))
    expectError(reply, 400, 'invalid_request')
  }
})

test('201 for a name in use: names need not be unique', async () => {
  const { owner, rows } = await scene(server)
  const create = () => owner.call(createProject, { body: { name: 'Shop' } })
  const replies = [await create(), ...(await Promise.all(Array.from({ length: 10 }, create)))]
  expect(replies.map(({ status, body }) => [status, body.name])).toEqual(replies.map(() => [201, 'Shop']))
  expect(await rows('project')).toHaveLength(11)
})

test('400 for a repository that the same list names twice, in any case, without a trace of the project', async () => {
  const { owner } = await scene(server)
  const body = { repos: ['acme/web', 'acme/api', 'Acme/Web'].map((fullName) => ({ fullName })) }
  const reply = await unchanged(server, () => owner.call(createProject, { body }))
  expectError(reply, 400, 'invalid_request')
  expect(reply.body.fields).toEqual([
    { path: 'repos.2.fullName', message: 'names a repository that this list has already', rule: 'repeated' },
  ])
})

test('409 for a repository of another project, without a trace of the project', async () => {
  const { owner } = await scene(server)
  const create = (...names: string[]) =>
    owner.call(createProject, { body: { repos: names.map((fullName) => ({ fullName })) } })
  const first = await create('acme/shop')
  expectError(await unchanged(server, () => create('acme/api', 'Acme/Shop')), 409, 'repository_attached')
  await owner.call(deleteProject, { id: first.body.id as string })
  expect((await create('acme/shop')).status).toBe(201)
})

test('201 for a repository attached in another workspace', async () => {
  const [one, other] = await Promise.all([scene(server), scene(server)])
  const body = { name: 'Shop', repos: [{ fullName: 'acme/shop' }] }
  expect((await one.owner.call(createProject, { body })).status).toBe(201)
  expect((await other.owner.call(createProject, { body })).status).toBe(201)
})

test('409 for all but one of ten callers at once with one repository', async () => {
  const { owner, rows } = await scene(server)
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_none, at) =>
      owner.call(createProject, { body: { name: `Shop ${at}`, repos: [{ fullName: 'acme/shop' }] } }),
    ),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(replies.filter(({ body }) => body.code === 'repository_attached')).toHaveLength(9)
  expect([await rows('project'), await rows('repository')].map(({ length }) => length)).toEqual([1, 1])
})

test('503 without a partial project when the database refuses connections in between', async () => {
  const { owner } = await scene(server)
  const name = new URL(server.databaseUrl).pathname.slice(1)
  const closeAll =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()'
  await asOwner(server, closeAll, [name])
  const replies = await Promise.all(Array.from({ length: 5 }, () => owner.call(createProject, { body: {} })))
  for (const { status } of replies) expect([201, 503]).toContain(status)
  expect((await owner.call(createProject, { body: {} })).status).toBe(201)
})
