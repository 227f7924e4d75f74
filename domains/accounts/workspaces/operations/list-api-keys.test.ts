import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { expectError } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { listApiKeys, revokeApiKey } from '../contract/keys.ts'

const server = await testServer()

interface KeyRow {
  readonly id: string
  readonly owner: { readonly userId: string }
}
const idsOf = (body: unknown) => (body as KeyRow[]).map(({ id }) => id)

test('200 shows a member and a client only their own keys', async () => {
  const { member, client, clientId, join } = await scene(server)
  const other = await join('member')
  const own = (await other.caller.call(listApiKeys)).body as KeyRow[]
  expect(own).toEqual([
    {
      id: other.keyId,
      name: 'Test',
      hint: expect.stringMatching(/^atl_.{4}…$/) as string,
      scopes: ['read', 'write', 'admin'],
      projectIds: null,
      expiresAt: null,
      lastUsedAt: null,
      clientId: null,
      createdAt: expect.stringMatching(/Z$/) as string,
      owner: { userId: other.userId, name: 'member', email: `${other.userId}@example.com` },
    },
  ])
  expect(idsOf((await member.call(listApiKeys)).body)).toHaveLength(1)
  expect(((await client.call(listApiKeys)).body as KeyRow[]).map(({ owner }) => owner.userId)).toEqual([clientId])
})

test('200 shows an administrator every key of the workspace, and no other', async () => {
  const [{ owner, join }] = await Promise.all([scene(server), scene(server)])
  const admin = await join('admin')
  const { body } = await admin.caller.call(listApiKeys)
  expect(body).toHaveLength(4)
  expect((await owner.call(listApiKeys)).body).toEqual(body)
})

test('200 shows an administrator’s key without the scope only the keys of its person', async () => {
  const { join } = await scene(server)
  const { caller, keyId } = await join('owner', { scopes: ['read', 'write'] })
  expect(idsOf((await caller.call(listApiKeys)).body)).toEqual([keyId])
})

test('200 omits revoked keys, and marks expired and restricted ones', async () => {
  const { owner, join } = await scene(server)
  const projectIds = [uuidv7()]
  const expired = await join('member', { expiresAt: new Date(0) })
  const narrowed = await join('member', { projectIds })
  const revoked = await join('member')
  await owner.call(revokeApiKey, { id: revoked.keyId })
  const { body } = await owner.call(listApiKeys)
  expect(idsOf(body)).not.toContain(revoked.keyId)
  const find = (id: string) => (body as KeyRow[]).find((key) => key.id === id)
  expect(find(expired.keyId)).toMatchObject({ expiresAt: '1970-01-01T00:00:00.000Z' })
  expect(find(narrowed.keyId)).toMatchObject({ projectIds })
  expect((await narrowed.caller.call(listApiKeys)).status).toBe(200)
})

test('200 omits the secret and its hash', async () => {
  const { owner } = await scene(server)
  const text = JSON.stringify((await owner.call(listApiKeys)).body)
  expect(text).not.toContain(owner.key!.slice(8))
  expect(text.toLowerCase()).not.toContain('hash')
})

test('200 page by page, each key once', async () => {
  const { owner, join } = await scene(server)
  await join('member')
  const first = await owner.call(listApiKeys, { query: { limit: 3 } })
  const link = /<([^>]*)>; rel="next"/.exec(first.headers.get('link')!)![1]!
  const cursor = new URL(link, server.baseUrl).searchParams.get('cursor')
  const second = await owner.call(listApiKeys, { query: { limit: 3, cursor } })
  expect(second.headers.get('link')).toBeNull()
  expect([...idsOf(first.body), ...idsOf(second.body)]).toEqual(idsOf((await owner.call(listApiKeys)).body))
})

test.each([{ limit: 0 }, { cursor: 'nonsense' }])('400 for %j', async (query) => {
  const { owner } = await scene(server)
  expectError(await owner.call(listApiKeys, { query }), 400, 'invalid_request')
})
