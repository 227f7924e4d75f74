import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { mailTo } from '../../../../testing/people/account.ts'
import { auditOf, wholeChain } from '../../../../testing/audit/audit-chain.ts'
import { callerOf } from '../../../../testing/caller.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { createProject, deleteProject, getProject, listProjects } from '../../../code/projects/contract.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../contract/keys.ts'

const server = await testServer()

const withSession = async (role: 'owner' | 'admin' | 'member' | 'client' = 'member') => {
  const world = await scene(server)
  const { userId } = await world.join(role)
  return { world, userId, session: await world.signIn(userId) }
}

const body = { name: 'Laptop', scopes: ['read', 'write'] }

test('201 creates a key that works at once, and shows it once', async () => {
  const { world, userId, session } = await withSession()
  const { status, body: made } = await session.call(createApiKey, { body })
  expect(status).toBe(201)
  const { secret, ...key } = made as Record<string, unknown>
  expect(key).toEqual({
    ...body,
    id: expect.any(String) as string,
    hint: `${String(secret).slice(0, 8)}…`,
    projectIds: null,
    expiresAt: null,
    lastUsedAt: null,
    clientId: null,
    createdAt: expect.stringMatching(/Z$/) as string,
    owner: { userId, name: 'member', email: `${userId}@example.com` },
  })
  const caller = callerOf(server.baseUrl, String(secret))
  expect((await caller.call(createProject, { body: {} })).status).toBe(201)
  expect((await caller.call(listApiKeys)).body).toContainEqual(key)
  const [row] = await asOwner(server, 'select secret_hash from api_key where id = $1', [key.id])
  expect(row!.secret_hash).toEqual(createHash('sha256').update(String(secret)).digest())
  expect(JSON.stringify(await wholeChain(server, world.workspace))).not.toContain(String(secret).slice(8))
})

test('201 notifies the person by mail, without the key', async () => {
  const { userId, session } = await withSession()
  const { body: made } = await session.call(createApiKey, { body })
  const letter = await mailTo(server, `${userId}@example.com`, 'An API key was made')
  expect(letter.text).toContain('“Laptop”')
  expect(letter.text).not.toContain(String(made.secret).slice(8))
})

test('201 leaves one audit row and one event', async () => {
  const { world, userId, session } = await withSession()
  const expiresAt = '2126-03-04T10:15:30.000Z'
  const { body: made } = await session.call(createApiKey, { body: { ...body, expiresAt } })
  expect(made.expiresAt).toBe(expiresAt)
  expect(await auditOf(server, world.workspace, made.id as string)).toMatchObject([
    {
      action: 'api_key.create',
      category: 'create',
      severity: 'notice',
      actorId: userId,
      parentId: userId,
      details: { ...body, projectIds: null, expiresAt },
    },
  ])
  expect(await world.eventNames(made.id as string)).toEqual(['api_key.created'])
})

test('201 for a key restricted to projects, which reaches only them', async () => {
  const { world, session } = await withSession('admin')
  const one = await emptyProject(world.owner)
  const other = await emptyProject(world.owner)
  const { body: made } = await session.call(createApiKey, { body: { ...body, projectIds: [one] } })
  expect(made.projectIds).toEqual([one])
  const caller = callerOf(server.baseUrl, made.secret as string)
  expect((await caller.call(getProject, { id: one })).status).toBe(200)
  expectError(await caller.call(getProject, { id: other }), 404, 'not_found')
})

test('201 for a client, whose key sees the projects shared with them', async () => {
  const { world, userId, session } = await withSession('client')
  const projectId = await emptyProject(world.owner)
  await emptyProject(world.owner)
  await world.grant(projectId, userId, 'view')
  const { body: made } = await session.call(createApiKey, { body: { ...body, projectIds: [projectId] } })
  const { body: listed } = await callerOf(server.baseUrl, made.secret as string).call(listProjects)
  expect((listed as { id: string }[]).map(({ id }) => id)).toEqual([projectId])
})

test.each(['owner', 'admin'] as const)('201 for an %s with the administrator scope', async (role) => {
  const { session } = await withSession(role)
  expect((await session.call(createApiKey, { body: { ...body, scopes: ['admin'] } })).status).toBe(201)
})

test('401 without a session, and 403 for a key with any scope', async () => {
  const { world } = await withSession()
  const nobody = callerOf(server.baseUrl, undefined)
  expectError(await unchanged(server, () => nobody.call(createApiKey, { body })), 401, 'unauthenticated')
  expectError(await unchanged(server, () => world.owner.call(createApiKey, { body })), 403, 'forbidden')
})

test('403 from a page of another origin, and in another workspace', async () => {
  const [{ session }, other] = await Promise.all([withSession(), scene(server)])
  const foreign = { origin: 'https://evil.example' }
  expectError(await session.call(createApiKey, { body, headers: foreign }), 403, 'foreign_origin')
  const elsewhere = { 'x-organization-id': other.workspace }
  const reply = await unchanged(server, () => session.call(createApiKey, { body, headers: elsewhere }))
  expectError(reply, 403, 'forbidden')
})

test.each(['member', 'client'] as const)('403 for a %s who requests the administrator scope', async (role) => {
  const { session } = await withSession(role)
  const reply = await unchanged(server, () => session.call(createApiKey, { body: { ...body, scopes: ['admin'] } }))
  expectError(reply, 403, 'scope_above_role')
})

test.each([
  {},
  { ...body, name: '' },
  { ...body, name: 'x'.repeat(101) },
  { ...body, scopes: [] },
  { ...body, scopes: ['read', 'read'] },
  { ...body, scopes: ['owner'] },
  { ...body, expiresAt: 'tomorrow' },
  { ...body, expiresAt: '2020-01-01T00:00:00Z' },
  { ...body, expiresAt: '0000-01-01T00:00:00Z' },
  { ...body, expiresAt: '9999-12-31T23:59:59-01:00' },
  { ...body, projectIds: [] },
  { ...body, projectIds: ['nonsense'] },
  { ...body, userId: uuidv7() },
])('400 for the body %j', async (wrong) => {
  const { session } = await withSession()
  expectError(await unchanged(server, () => session.call(createApiKey, { body: wrong })), 400, 'invalid_request')
})

test('400, always the same, for a foreign, deleted, unshared or unknown project', async () => {
  const [{ world, session }, { world: other }] = await Promise.all([withSession('client'), withSession()])
  const deleted = await emptyProject(world.owner)
  const unshared = await emptyProject(world.owner)
  await world.owner.call(deleteProject, { id: deleted })
  const projectIds = [await emptyProject(other.owner), deleted, unshared, uuidv7()]
  const reply = await unchanged(server, () => session.call(createApiKey, { body: { ...body, projectIds } }))
  const field = (at: number) => ({ path: `projectIds[${at}]`, message: 'is no project that you see', rule: 'project' })
  expectError(reply, 400, 'invalid_request', [0, 1, 2, 3].map(field))
})

test('409 for the 101st key, also for concurrent requests; revoked and expired keys do not count', async () => {
  const { world, userId, session } = await withSession()
  await asOwner(
    server,
    `insert into api_key (id, workspace_id, user_id, name, secret_hash, hint, scopes, expires_at)
     select gen_random_uuid(), $1::uuid, $2::uuid, 'Many', sha256(convert_to($2::uuid::text || n, 'UTF8')), 'atl_', '{read}',
       case when n > 97 then now() end from generate_series(1, 120) n`,
    [world.workspace, userId],
  )
  const replies = await Promise.all(Array.from({ length: 20 }, () => session.call(createApiKey, { body })))
  const made = replies.filter(({ status }) => status === 201)
  expect([made.length, replies.filter(({ status }) => status === 409).length]).toEqual([2, 18])
  expectError(await unchanged(server, () => session.call(createApiKey, { body })), 409, 'too_many_keys')
  await session.call(revokeApiKey, { id: made[0]!.body.id as string })
  expect((await session.call(createApiKey, { body })).status).toBe(201)
})
