import { once, EventEmitter } from 'node:events'
import { Type } from 'typebox'
import { describe, expect, test, vi } from 'vitest'
import { createProject, deleteProject, updateProject } from '../../../domains/code/projects/contract.ts'
import { createProjectImport } from '../../../domains/code/imports/contract.ts'
import { withoutRequestId } from '../../../testing/caller.ts'
import { crowd, racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { tinyServer } from '../../../testing/tiny/server.ts'
import { contract, operation, namedObject, to } from '../../contract/index.ts'
import { handle } from '../../handler/index.ts'
import { answerExpiry } from '../../idempotency/index.ts'

const server = await testServer()
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })
const named = (name: string, key: string) => ({ body: { name }, ...withKey(key) })

describe('the same request again', () => {
  test('201 with the first answer, byte for byte, without a second effect', async () => {
    const { owner, rows } = await scene(server)
    const first = await owner.call(createProject, named('Shop', 'one'))
    const second = await owner.call(createProject, named('Shop', 'one'))
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    const made = await Promise.all(['project', 'audit_row', 'activity_event', 'idempotency_answer'].map(rows))
    expect(made.map((found) => found.length)).toEqual([1, 1, 1, 1])
  })

  test('201 with one effect for concurrent requests', async () => {
    const { owner, rows } = await scene(server)
    const { statuses, replies } = await racing(crowd, () => owner.call(createProject, named('Shop', 'race')))
    const late = replies.filter(({ status }) => status !== 201)
    for (const reply of late) expectError(reply, 409, 'idempotency_in_progress')
    expect(statuses[201]).toBeGreaterThan(0)
    const made = replies.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ body }) => body.id as string)).size).toBe(1)
    expect(made.filter(({ headers }) => !headers.has('idempotent-replayed')).length).toBe(1)
    expect((await rows('project')).length).toBe(1)
  })

  test('201 with a new effect after a day', async () => {
    const { owner, rows, workspace } = await scene(server)
    const { body: first } = await owner.call(createProject, { body: {}, ...withKey('old') })
    const text = `update idempotency_answer set created_at = now() - interval '24 hours' where workspace_id = $1`
    await asOwner(server, text, [workspace])
    const second = await owner.call(createProject, { body: {}, ...withKey('old') })
    expect(second.status).toBe(201)
    expect(second.body.id).not.toBe(first.id)
    expect((await owner.call(createProject, { body: {}, ...withKey('old') })).body.id).toBe(second.body.id)
    expect((await rows('idempotency_answer')).length).toBe(1)
  })

  test('the sweep removes answers older than a day, and no others', async () => {
    const { owner, rows, workspace } = await scene(server)
    for (const key of ['a', 'b', 'c']) await owner.call(createProject, { body: {}, ...withKey(key) })
    const text = `update idempotency_answer set created_at = now() - interval '25 hours' where workspace_id = $1 and key <> 'c'`
    await asOwner(server, text, [workspace])
    const sweep = () => server.database.within(workspace, (tx) => answerExpiry.remove(tx, 1))
    expect([await sweep(), await sweep(), await sweep()]).toEqual([1, 1, 0])
    expect((await rows('idempotency_answer')).map(({ key }) => key)).toEqual(['c'])
  })
})

describe('the scope of a key', () => {
  test('201 for the same key in each credential, operation and workspace', async () => {
    const [one, other] = await Promise.all([scene(server), scene(server)])
    const { caller: second } = await one.join('owner')
    const made = await Promise.all(
      [one.owner, second, one.member, other.owner].map((who) => who.call(createProject, { body: {}, ...withKey('k') })),
    )
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(made.map(({ body }) => body.id as string)).size).toBe(4)
    const id = made[0]!.body.id as string
    const changed = await one.owner.call(updateProject, { id, ...named('Other', 'k') })
    expect([changed.status, changed.body.name]).toEqual([200, 'Other'])
  })

  test('409 for another payload under the same key, without a change', async () => {
    const { owner } = await scene(server)
    const [{ body: one }, { body: two }] = [
      await owner.call(createProject, named('One', 'create')),
      await owner.call(createProject, { body: { name: 'Two' } }),
    ]
    await owner.call(updateProject, { id: one.id as string, body: { stack: 'node' }, ...withKey('update') })
    const others = () =>
      Promise.all([
        owner.call(createProject, named('Three', 'create')),
        owner.call(updateProject, { id: one.id as string, body: { stack: 'go' }, ...withKey('update') }),
        owner.call(updateProject, { id: two.id as string, body: { stack: 'node' }, ...withKey('update') }),
      ])
    for (const reply of await unchanged(server, others)) expectError(reply, 409, 'idempotency_key_reused')
  })

  test('the stored answer is behind row-level security', async () => {
    const { owner, workspace } = await scene(server)
    await owner.call(createProject, { body: {}, ...withKey('mine') })
    const other = (await scene(server)).workspace
    const count = async (inside: string) =>
      server.database.within(
        inside,
        async (tx) => (await tx.query({ text: 'select 1 from idempotency_answer', values: [] })).rows.length,
      )
    expect([await count(workspace), await count(other)]).toEqual([1, 0])
  })
})

describe('access is decided again before an answer is repeated', () => {
  test('403 for a caller who lost the permission, 401 for a revoked key, 404 for a deleted resource', async () => {
    const { join, workspace, owner } = await scene(server)
    const [demoted, revoked] = await Promise.all([join('admin'), join('admin')])
    for (const { caller } of [demoted, revoked]) await caller.call(createProject, { body: {}, ...withKey('k') })
    const { body } = await owner.call(createProject, { body: {} })
    const gone = { id: body.id as string, ...withKey('delete') }
    expect((await owner.call(deleteProject, gone)).status).toBe(200)
    await asOwner(server, `update membership set role = 'client' where workspace_id = $1 and user_id = $2`, [
      workspace,
      demoted.userId,
    ])
    await asOwner(server, 'update api_key set revoked_at = now(), revoked_by = user_id where id = $1', [revoked.keyId])
    server.parts.credentials.keys.forget()
    const replies = await unchanged(server, async () => [
      await demoted.caller.call(createProject, { body: {}, ...withKey('k') }),
      await revoked.caller.call(createProject, { body: {}, ...withKey('k') }),
      await owner.call(deleteProject, gone),
    ])
    expect(replies.map(({ status }) => status)).toEqual([403, 401, 404])
  })
})

describe('refusals', () => {
  test('409 of the operation is repeated for as long as it is stored', async () => {
    const { owner } = await scene(server)
    const body = { repos: [{ fullName: 'acme/shop' }] }
    const { body: holder } = await owner.call(createProject, { body })
    const first = await owner.call(createProject, { body, ...withKey('refused') })
    expectError(first, 409, 'repository_attached')
    await owner.call(deleteProject, { id: holder.id as string })
    const again = await owner.call(createProject, { body, ...withKey('refused') })
    expectError(again, 409, 'repository_attached')
    expect(withoutRequestId(again)).toEqual(withoutRequestId(first))
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await owner.call(createProject, { body, ...withKey('fresh') })).status).toBe(201)
  })

  test('400 for a body that does not fit leaves the key free', async () => {
    const { owner, rows } = await scene(server)
    expectError(await owner.call(createProject, { body: { name: '' }, ...withKey('k') }), 400, 'invalid_request')
    expect(await rows('idempotency_answer')).toEqual([])
    expect((await owner.call(createProject, { body: { name: 'Right' }, ...withKey('k') })).status).toBe(201)
  })

  test('400 for a key that is empty or longer than 255 characters', async () => {
    const { owner } = await scene(server)
    const send = (key: string) => owner.call(createProject, { body: {}, ...withKey(key) })
    const fields = [{ path: 'Idempotency-Key', message: 'has 1 to 255 characters', rule: 'idempotency' }]
    for (const reply of await unchanged(server, async () => [await send(''), await send('k'.repeat(256))]))
      expectError(reply, 400, 'invalid_request', fields)
    expect((await send('k'.repeat(255))).status).toBe(201)
  })

  test('400 for an operation with a key of its own', async () => {
    const { owner } = await scene(server)
    const reply = await unchanged(server, () => owner.call(createProjectImport, { body: {}, ...withKey('k') }))
    expectError(reply, 400, 'invalid_request')
  })
})

const Count = namedObject('Count', { count: Type.Integer() })
const counting = {
  method: 'POST',
  summary: 'Count how often it is carried out',
  reach: 'call',
  access: to('agency'),
  body: Type.Object({ how: Type.String() }),
  replies: { 200: Count },
  errors: { no: { status: 409, code: 'no', message: 'It does not want to.' } },
  audit: { action: 'thing.count', category: 'execute' },
} as const
const { within, outside } = contract({
  within: operation({ ...counting, path: '/v1/api/count', effect: 'transaction' }),
  outside: operation({ ...counting, path: '/v1/api/count-outside', effect: 'outside' }),
})
const counts = { within: 0, outside: 0 }
const gates = new EventEmitter<{ begun: []; open: [] }>()
const about = { resource: ['thing', 'one'] } as const
const more = { secret: 'not in the schema' }

const tiny = await tinyServer([
  handle(within, async ({ body, fail, ok }) => {
    counts.within += 1
    if (body.how === 'refuse') return fail.no()
    if (body.how === 'break') throw new Error('broken')
    return ok({ count: counts.within, ...more }, about)
  }),
  handle(outside, async ({ body, fail, commit }) => {
    counts.outside += 1
    const { outside: count } = counts
    if (body.how === 'wait') {
      gates.emit('begun')
      await once(gates, 'open')
    }
    if (body.how === 'refuse') return fail.no()
    if (body.how === 'break') throw new Error('broken')
    return commit(async ({ ok }) => ok({ count, ...more }, about))
  }),
])

describe.each([within, outside])('an effect of $id', (counted) => {
  const asking = async () => {
    const { owner, rows } = await scene(tiny)
    const send = (how: string, key = 'k') => owner.call(counted, { body: { how }, ...withKey(key) })
    return { send, rows }
  }

  test('200 is stored as sent, without fields outside the schema', async () => {
    const { send, rows } = await asking()
    const first = await send('do')
    const second = await send('do')
    expect([first.status, second.body]).toEqual([200, first.body])
    const [stored] = await rows('idempotency_answer')
    expect(stored).toMatchObject({ status: 200, body: JSON.stringify(first.body), claim_id: null })
    expect((await rows('audit_row')).length).toBe(1)
  })

  test('500 is not stored: the next request runs again', async () => {
    const { send, rows } = await asking()
    expect((await send('break')).status).toBe(500)
    expect(await rows('idempotency_answer')).toEqual([])
    expect((await send('do')).status).toBe(200)
  })

  test('409 is stored and does not run again', async () => {
    const { send } = await asking()
    const first = await send('refuse')
    const before = { ...counts }
    const second = await send('refuse')
    expect([first.body.code, second.body.code]).toEqual(['no', 'no'])
    expect(counts).toEqual(before)
  })
})

describe('an effect outside of a transaction', () => {
  test('runs once at a time: 409 for a duplicate that waited in vain', async () => {
    const { owner, rows } = await scene(tiny)
    const send = () => owner.call(outside, { body: { how: 'wait' }, ...withKey('k') })
    const before = counts.outside
    const begun = once(gates, 'begun')
    const first = send()
    await begun
    expectError(await send(), 409, 'idempotency_in_progress')
    gates.emit('open')
    expect((await first).status).toBe(200)
    expect((await send()).body).toEqual((await first).body)
    expect(counts.outside - before).toBe(1)
    expect((await rows('audit_row')).length).toBe(1)
  })

  test('keeps its key for as long as it works', async () => {
    const { owner, workspace } = await scene(tiny)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const begun = once(gates, 'begun')
      const first = owner.call(outside, { body: { how: 'wait' }, ...withKey('k') })
      await begun
      const own = 'where workspace_id = $1'
      await asOwner(tiny, `update idempotency_answer set claimed_until = now() + interval '1 second' ${own}`, [
        workspace,
      ])
      vi.advanceTimersByTime(30_000)
      const isKept = `select claimed_until > now() + interval '60 seconds' as kept from idempotency_answer ${own}`
      await expect.poll(() => asOwner(tiny, isKept, [workspace])).toEqual([{ kept: true }])
      gates.emit('open')
      expect((await first).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is taken over when its request is stale, which then cannot commit', async () => {
    const { owner, rows, workspace } = await scene(tiny)
    const begun = once(gates, 'begun')
    const first = owner.call(outside, { body: { how: 'wait' }, ...withKey('k') })
    await begun
    const text = `update idempotency_answer set claimed_until = now() - interval '1 second' where workspace_id = $1`
    await asOwner(tiny, text, [workspace])
    const taken = once(gates, 'begun')
    const second = owner.call(outside, { body: { how: 'wait' }, ...withKey('k') })
    await taken
    gates.emit('open')
    const [one, other] = await Promise.all([first, second])
    expect([one.status, one.body]).toEqual([200, other.body])
    expect((await rows('audit_row')).length).toBe(1)
  })
})
