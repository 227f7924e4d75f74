import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditOf, wholeChain } from '../../../testing/audit/audit-chain.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { withoutRequestId } from '../../../testing/caller.ts'
import { addGrowthSuppressions, listGrowthSuppressions, removeGrowthSuppression } from './contract.ts'
import domain from './domain.ts'
import { suppressAddress } from './suppress-address.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const add = ({ member }: Scene, ...entries: string[]) => member.call(addGrowthSuppressions, { body: { entries } })
const list = async ({ member }: Scene, query: Readonly<Record<string, unknown>> = {}) =>
  (await member.call(listGrowthSuppressions, { query })).body.map(({ value }: { value: string | null }) => value)
const remove = ({ member }: Scene, suppressionId: string) => member.call(removeGrowthSuppression, { suppressionId })
const erase = (at: Scene, email: string) =>
  server.database.within(at.workspace, async (tx) => {
    await domain.person.eraseIn!(tx, { userId: uuidv7(), name: 'Ada', email }, server.parts)
  })

test('201 adds addresses and domains in normal form, once each, with one audit row and event', async () => {
  const at = await scene(server)
  const reply = await add(at, 'Ada@Example.com', 'ada@example.com', '@bücher.example')
  expect(reply).toMatchObject({
    status: 201,
    body: {
      alreadyListed: 0,
      added: expect.arrayContaining([
        expect.objectContaining({ kind: 'address', value: 'ada@example.com', source: 'person', removable: true }),
        expect.objectContaining({ kind: 'domain', value: 'xn--bcher-kva.example', source: 'person', removable: true }),
      ]) as unknown,
    },
  })
  expect((await add(at, 'ADA@example.com', 'new.example')).body).toMatchObject({
    alreadyListed: 1,
    added: [{ value: 'new.example' }],
  })
  expect(await list(at)).toHaveLength(3)
  const rows = await auditOf(server, at.workspace, at.workspace)
  expect(rows.map(({ action, details }) => [action, details])).toMatchObject([
    ['growth_suppression.add', { added: 2, alreadyListed: 0 }],
    ['growth_suppression.add', { added: 1, alreadyListed: 1 }],
  ])
  expect(await at.eventNames(at.workspace)).toEqual(['growth_suppression.added', 'growth_suppression.added'])
})

test('no audit row and no event has an address', async () => {
  const at = await scene(server)
  await add(at, 'canary-7f3a@example.com')
  const records = [await wholeChain(server, at.workspace), await at.rows('activity_event')]
  expect(JSON.stringify(records)).not.toContain('canary-7f3a')
})

test('ten callers who add the same entries in other orders list each entry once', async () => {
  const at = await scene(server)
  const entries = Array.from({ length: 40 }, (_, index) => `person-${index}@example.com`)
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => add(at, ...(index % 2 === 0 ? entries : entries.toReversed()))),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect(replies.flatMap(({ body }) => body.added as unknown[])).toHaveLength(40)
  expect(await list(at)).toHaveLength(40)
  expect(await at.rows('growth_suppression_key')).toHaveLength(1)
})

test('400 names every entry that is neither an address nor a domain, and adds none', async () => {
  const at = await scene(server)
  const reply = await unchanged(server, () => add(at, 'ada@example.com', 'com', 'Ada <a@example.com>'))
  const wrong = { message: 'is neither a mail address nor a domain', rule: 'suppression' }
  expectError(reply, 400, 'invalid_request', [
    { path: 'entries[1]', ...wrong },
    { path: 'entries[2]', ...wrong },
  ])
})

test.each([[[]], [Array(1_001).fill('example.com')], [['x'.repeat(321)]]])(
  '400 for entries out of range',
  async (entries) => {
    const at = await scene(server)
    const reply = await unchanged(server, () => add(at, ...(entries as string[])))
    expectError(reply, 400, 'invalid_request')
  },
)

test('200 lists pages, newest first', async () => {
  const at = await scene(server)
  for (const entry of ['one.example', 'two.example', 'three.example']) await add(at, entry)
  const first = await at.member.call(listGrowthSuppressions, { query: { limit: 2 } })
  expect(first.body).toMatchObject([{ value: 'three.example' }, { value: 'two.example' }])
  const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link')!)![1]!
  expect(await list(at, { limit: 2, cursor: decodeURIComponent(cursor) })).toEqual(['one.example'])
  expectError(await at.member.call(listGrowthSuppressions, { query: { limit: 0 } }), 400, 'invalid_request')
})

test('200 lists what forbids mail to an address, in any spelling', async () => {
  const at = await scene(server)
  expect(await list(at, { address: 'ada@mail.example.com' })).toEqual([])
  await add(at, 'example.com', 'ada@mail.example.com', 'eve@mail.example.com', 'other.example')
  expect((await list(at, { address: 'ADA+list@Mail.Example.com' })).sort()).toEqual([
    'ada@mail.example.com',
    'example.com',
  ])
  expect(await list(at, { address: 'ada@notexample.com' })).toEqual([])
  const reply = await at.member.call(listGrowthSuppressions, { query: { address: 'no address' } })
  expectError(reply, 400, 'invalid_request', [{ path: 'address', message: 'is not a mail address', rule: 'email' }])
})

test('every tag of a mailbox is the same entry, also if it was added with a tag before', async () => {
  const at = await scene(server)
  expect((await add(at, 'Ada+News@example.com')).body).toMatchObject({ added: [{ value: 'ada@example.com' }] })
  expect((await add(at, 'ada@example.com', 'ada+x@example.com')).body).toEqual({ added: [], alreadyListed: 1 })
  expect(await list(at, { address: 'ada+fair@example.com' })).toEqual(['ada@example.com'])
  // The hash of an earlier entry is that of the address with its tag.
  await asOwner(server, 'update growth_suppression set value_hash = $2 where workspace_id = $1', [
    at.workspace,
    'a'.repeat(64),
  ])
  expect(await list(at, { address: 'ada@example.com' })).toEqual(['ada@example.com'])
})

test('200 removes an entry that a person added; of two callers one removes it', async () => {
  const at = await scene(server)
  const id = (await add(at, 'ada@example.com')).body.added[0].id as string
  const replies = await Promise.all([remove(at, id), remove(at, id)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await at.auditActions(id)).toEqual(['growth_suppression.remove'])
  expect(await at.eventNames(id)).toEqual(['growth_suppression.removed'])
  expect(await list(at)).toEqual([])
})

test.each(['unsubscribe', 'complaint'])('409 for an entry whose source is %s', async (source) => {
  const at = await scene(server)
  const id = (await add(at, 'ada@example.com')).body.added[0].id as string
  await asOwner(server, 'update growth_suppression set source = $2, added_by = null where id = $1', [id, source])
  expectError(await unchanged(server, () => remove(at, id)), 409, 'suppression_not_removable')
  expect((await add(at, 'ada@example.com')).body).toEqual({ added: [], alreadyListed: 1 })
  expectError(await remove(at, id), 409, 'suppression_not_removable')
})

test('200 removes an entry of a bounce, which no later bounce and each later wish of its owner changes', async () => {
  const at = await scene(server)
  const suppress = (source: 'bounce' | 'unsubscribe') =>
    server.database.within(at.workspace, (tx) => suppressAddress(tx, server.parts.vault, 'ada@example.com', source))
  const entry = async () => (await at.member.call(listGrowthSuppressions)).body[0] as { id: string }
  await suppress('bounce')
  expect(await entry()).toMatchObject({ source: 'bounce', removable: true })
  expect((await remove(at, (await entry()).id)).status).toBe(200)
  await add(at, 'ada@example.com')
  await suppress('bounce')
  expect(await entry()).toMatchObject({ source: 'person' })
  await remove(at, (await entry()).id)
  await suppress('bounce')
  await suppress('unsubscribe')
  expect(await entry()).toMatchObject({ source: 'unsubscribe', removable: false })
})

test('an erased entry shows no address, still matches, and cannot be removed', async () => {
  const at = await scene(server)
  const id = (await add(at, 'ada@example.com', 'eve@example.com')).body.added.find(
    ({ value }: { value: string }) => value === 'ada@example.com',
  ).id as string
  await erase(at, ' Ada@EXAMPLE.com')
  expect(JSON.stringify(await at.rows('growth_suppression'))).not.toContain('ada@')
  const { body } = await at.member.call(listGrowthSuppressions, { query: { address: 'ada@example.com' } })
  expect(body).toMatchObject([{ id, value: null, source: 'erasure', addedBy: null, removable: false }])
  expectError(await remove(at, id), 409, 'suppression_not_removable')
  expect((await add(at, 'ada@example.com')).body).toEqual({ added: [], alreadyListed: 1 })
  expect((await list(at)).toSorted()).toEqual(['eve@example.com', null])
})

test('the own data of a person has the entry of their address', async () => {
  const at = await scene(server)
  await add(at, 'ada@example.com', 'example.com')
  const exported = (email: string) =>
    server.database.within(at.workspace, (tx) => domain.person.exportIn!(tx, { userId: uuidv7(), name: '', email }))
  expect(await exported('ADA@example.com')).toMatchObject({ growthSuppressions: [{ source: 'person' }] })
  expect(await exported('eve@example.com')).toEqual({ growthSuppressions: [] })
})

test('404 is the same for an entry of another workspace, an unknown id and a malformed id', async () => {
  const [at, neighbour] = await Promise.all([scene(server), scene(server)])
  const theirs = (await add(neighbour, 'ada@example.com')).body.added[0].id as string
  const replies = [await remove(at, theirs), await remove(at, uuidv7()), await remove(at, 'nonsense')]
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(new Set(replies.map((reply) => JSON.stringify(withoutRequestId(reply).body))).size).toBe(1)
  expect(await list(at, { address: 'ada@example.com' })).toEqual([])
  expect(await list(neighbour)).toEqual(['ada@example.com'])
})

test('two workspaces have other hashes for one address', async () => {
  const [at, neighbour] = await Promise.all([scene(server), scene(server)])
  await Promise.all([add(at, 'ada@example.com'), add(neighbour, 'ada@example.com')])
  const hashes = [...(await at.rows('growth_suppression')), ...(await neighbour.rows('growth_suppression'))]
  expect(new Set(hashes.map((row) => row.value_hash)).size).toBe(2)
})

test('403 for clients', async () => {
  const at = await scene(server)
  const calls = [
    () => at.client.call(listGrowthSuppressions),
    () => at.client.call(addGrowthSuppressions, { body: { entries: ['example.com'] } }),
    () => at.client.call(removeGrowthSuppression, { suppressionId: uuidv7() }),
  ]
  for (const call of calls) expectError(await call(), 403, 'forbidden')
  expect(await list(at)).toEqual([])
})
