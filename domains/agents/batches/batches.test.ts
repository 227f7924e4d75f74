import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { addBatchEndpoints, batchProvider } from '../../../testing/ai/batch-provider.ts'
import type { Caller } from '../../../testing/caller.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { capModels } from '../../../testing/models/model-calls.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { deleteProject } from '../../code/projects/contract.ts'
import { estimateAiBatch, getAiBatch, listAiBatches, pollAiBatch, submitAiBatch } from './contract.ts'
import { batchJobs } from './store-work.ts'

const provider = await batchProvider()
const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: provider.host })
const at = await scene(server)
await addBatchEndpoints(at, provider)

const chat = (text = 'Hello') => ({ messages: [{ role: 'user', content: text }] })
const requestOf = (change: object = {}) => ({
  endpoint: '/v1/chat/completions',
  idempotencyKey: uuidv7(),
  items: ['b', 'a', 'c'].map((customId) => ({ customId, body: chat(customId) })),
  kind: 'classification',
  model: 'gpt-5-mini',
  policy: { maxCostUsd: 1 },
  ...change,
})
const submit = (body: object, caller: Caller = at.owner) => caller.call(submitAiBatch, { body })
const read = async (id: string, query: Record<string, unknown> = {}) =>
  (await at.member.call(getAiBatch, { id, query })).body
const whenIn = (id: string, status: string) =>
  expect.poll(async () => (await read(id)).batch.status as string).toBe(status)
const held = () => provider.batches.at(-1)!
const spent = async () => {
  const [row] = await asOwner(
    server,
    `select spent_micros::int as spent, reserved_micros::int as reserved from budget where scope_kind = 'workspace' and scope_id = $1`,
    [at.workspace],
  )
  return (row ?? { spent: 0, reserved: 0 }) as { spent: number; reserved: number }
}

// Runs of other batches continue at the same time.
const storesNothing = async <T>(work: () => Promise<T>): Promise<T> => {
  const count = () =>
    asOwner(
      server,
      `select (select count(*) from ai_batch) + (select count(*) from ai_batch_item)
    + (select count(*) from model_call) as rows`,
      [],
    )
  const before = await count()
  const result = await work()
  expect(await count()).toEqual(before)
  return result
}

/** Submits a batch that a provider holds, and lets it end. */
const carriedOut = async (body: object) => {
  provider.isEnded = false
  const { id } = (await submit(body)).body as { id: string }
  await whenIn(id, 'submitted')
  provider.isEnded = true
  expect((await at.member.call(pollAiBatch, { id })).body.polled).toBe(true)
  await expect.poll(async () => (await read(id)).batch.endedAt as string | null).not.toBeNull()
  return id
}

test.runIf(isLong).each([
  ['/v1/chat/completions', 'gpt-5-mini', chat(), '/v1/responses'],
  ['/v1/responses', 'gpt-5-mini', { input: 'Hello' }, '/v1/responses'],
  ['/v1/embeddings', 'text-embedding-3-small', { input: 'Hello' }, '/v1/embeddings'],
  ['/v1/messages', 'claude-haiku-4-5', { max_tokens: 50, ...chat() }, '/messages'],
])('202 a batch of %s is held by the provider and settled item by item', async (endpoint, model, body, path) => {
  const before = await spent()
  const items = ['x.2', 'x.1'].map((customId) => ({ customId, body }))
  const id = await carriedOut(requestOf({ endpoint, model, items }))
  expect(held()).toMatchObject({ path, items: [{ body: { model } }, {}] })
  expect(JSON.stringify(held())).not.toContain('x.2')
  const page = await read(id)
  expect(page).toMatchObject({
    batch: { status: 'ended', route: 'provider', items: { total: 2, succeeded: 2, failed: 0 }, failure: null },
    items: [{ customId: 'x.1', status: 'succeeded' }, { customId: 'x.2' }],
    nextCursor: null,
  })
  expect(JSON.stringify(page)).not.toContain('secret completion')
  // Half of 100 tokens at two and 20 at four dollars a million, as the table has it for batches.
  const each = endpoint === '/v1/embeddings' ? 100 : 140
  expect(page.items.map(({ costUsd }: { costUsd: number }) => costUsd)).toEqual([each / 1e6, each / 1e6])
  const after = await spent()
  expect([after.spent - before.spent, after.reserved]).toEqual([2 * each, 0])
  const result = await fetch(page.items[0].resultUrl as string, { headers: at.owner.credential })
  const said = await result.text()
  if (endpoint === '/v1/embeddings') expect(said).toContain('embedding')
  else expect(said).toContain('a secret completion')
  if (endpoint === '/v1/chat/completions') expect(JSON.parse(said)).toMatchObject({ object: 'chat.completion' })
  expect(await at.auditActions(id)).toEqual(['ai_batch.submit', 'ai_batch.poll', 'ai_batch.end'])
  const left = await asOwner(server, 'select from ai_batch_item where batch_id = $1 and body is not null', [id])
  expect(left).toEqual([])
})

test.runIf(isLong).each([
  ['/v1/chat/completions', 'mistral-small-latest', chat()],
  ['/v1/responses', 'mistral-small-latest', { input: 'Hello' }],
  ['/v1/messages', 'mistral-small-latest', { max_tokens: 50, ...chat() }],
  ['/v1/embeddings', 'mistral-embed', { input: 'Hello' }],
])('202 a batch of %s without batches of a provider is called by our own queue', async (endpoint, model, body) => {
  const items = Array.from({ length: 6 }, (_none, place) => ({ customId: `i${place}`, body }))
  if (endpoint === '/v1/chat/completions')
    provider.trouble = {
      path: /^\/chat/,
      status: 400,
      body: '{"error":{"code":"too_long","message":"secret"}}',
      times: 1,
    }
  const reply = await submit(requestOf({ endpoint, model, items }))
  expect(reply).toMatchObject({ status: 202, body: { route: 'queue', replayed: false, costUsd: null } })
  const id = reply.body.id as string
  await whenIn(id, 'ended')
  const { batch, items: read1 } = await read(id)
  const failed = endpoint === '/v1/chat/completions' ? 1 : 0
  expect(batch.items).toMatchObject({ total: 6, succeeded: 6 - failed, failed })
  if (failed) expect(read1.filter(({ failure }: { failure: string | null }) => failure === 'too_long')).toHaveLength(1)
  expect((await at.member.call(pollAiBatch, { id })).body.polled).toBe(false)
  expect((await spent()).reserved).toBe(0)
})

test('202 the same key returns the first batch and calls no provider; 409 with another body', async () => {
  const body = requestOf()
  const [first, second] = await Promise.all([submit(body), submit(body)])
  expect([first.status, second.status, second.body.id]).toEqual([202, 202, first.body.id])
  await whenIn(first.body.id as string, 'submitted')
  const asked = provider.asked.length
  expect((await submit({ ...body, policy: { maxCostUsd: 1 } })).body).toMatchObject({
    id: first.body.id,
    replayed: true,
  })
  expectError(await storesNothing(() => submit({ ...body, kind: 'evaluation' })), 409, 'ai_batch_key_reused')
  expect(provider.asked).toHaveLength(asked)
})

test('200 pages are in the order of customId, and limits outside of 1 to 1000 are 400', async () => {
  const id = (await submit(requestOf())).body.id as string
  await whenIn(id, 'submitted')
  const first = await read(id, { limit: 2 })
  expect([first.items.map(({ customId }: { customId: string }) => customId), first.nextCursor]).toEqual([
    ['a', 'b'],
    'b',
  ])
  const last = await read(id, { limit: 2, after: 'b' })
  expect([last.items.map(({ customId }: { customId: string }) => customId), last.nextCursor]).toEqual([['c'], null])
  for (const limit of [0, 1001, 'many'])
    expect((await at.owner.call(getAiBatch, { id, query: { limit } })).status).toBe(400)
  expect((await at.owner.call(getAiBatch, { id, query: { limit: 1000 } })).status).toBe(200)
  expect((await at.member.call(listAiBatches, {})).body[0]).toMatchObject({ id })
  const neighbour = await scene(server)
  for (const operation of [getAiBatch, pollAiBatch])
    expect((await neighbour.owner.call(operation, { id })).status).toBe(404)
})

test('200 an estimate stores nothing and sends nothing', async () => {
  const asked = provider.asked.length
  const reply = await storesNothing(() => at.owner.call(estimateAiBatch, { body: requestOf() }))
  expect(reply.body).toMatchObject({
    items: 3,
    outputTokensMost: 300,
    calledModel: 'oai/gpt-5-mini',
    pricedOn: '2026-11-21',
  })
  expect(reply.body.costUsdMost).toBeGreaterThan(0.001)
  expect(provider.asked).toHaveLength(asked)
})

test.each([
  [
    'a picture by its address',
    {
      items: [
        {
          customId: 'p',
          body: {
            messages: [
              { role: 'user', content: [{ type: 'image_url', image_url: { url: 'http://169.254.169.254/x.png' } }] },
            ],
          },
        },
      ],
    },
    'blocked_address',
  ],
  ['an item that is no request', { items: [{ customId: 'p', body: { messages: [] } }] }, 'not_readable'],
  ['a stream', { items: [{ customId: 'p', body: { ...chat(), stream: true } }] }, 'not_readable'],
  ['a waived budget', { policy: { maxCostUsd: null, waive: ['budget'] } }, 'policy'],
  ['a cost above its policy', { policy: { maxCostUsd: 0.000001 } }, 'policy'],
  [
    'the batches of a provider that has none',
    { model: 'mistral-small-latest', policy: { maxCostUsd: null, route: 'provider' } },
    'policy',
  ],
  ['embeddings of a chat model', { endpoint: '/v1/embeddings' }, 'capability'],
  ['the default where none is chosen', { model: 'auto' }, 'capability'],
  ['chat with a model of speech', { model: 'whisper-1' }, 'capability'],
])('422 for %s, by the named rule', async (_what, change, rule) => {
  const reply = await storesNothing(() => submit(requestOf(change)))
  expectError(reply, 422, 'ai_input_refused')
  expect(reply.body.rule).toBe(rule)
})

test('400 for a model outside of the table, a repeated customId, and unknown fields', async () => {
  const item = { customId: 'a', body: chat() }
  for (const change of [
    { model: 'fake-large' },
    { items: [item, item] },
    { items: [] },
    { items: [{ customId: 'ada@example.com', body: chat() }] },
    { policy: {} },
    { policy: undefined },
    { endpoint: '/v1/files' },
    { kind: 'other' },
    { idempotencyKey: 'x'.repeat(201) },
  ])
    expectError(await storesNothing(() => submit(requestOf(change))), 400, 'invalid_request')
})

test('403, 404 and 503: for members and clients, unknown projects, and if no model can be called', async () => {
  for (const caller of [at.member, at.client])
    expect((await storesNothing(() => submit(requestOf(), caller))).status).toBe(403)
  expect((await at.client.call(listAiBatches, {})).status).toBe(403)
  for (const unknown of [uuidv7(), 'none'])
    expectError(await storesNothing(() => submit(requestOf({ projectId: unknown }))), 404, 'project_not_found')
  expectError(await storesNothing(() => submit(requestOf({ model: 'gpt-4o' }))), 503, 'ai_capability_disabled')
  const neighbour = await scene(server)
  expectError(await submit(requestOf({ model: 'auto' }), neighbour.owner), 503, 'ai_capability_disabled')
  expect((await submit(requestOf({ model: 'pareto-code' }))).body.calledModel).toMatch(/^(ant|oai)\//)
})

test.each([
  ['an error', 500, '{"error":{"message":"secret words"}}'],
  ['HTML', 200, '<html>secret words</html>'],
  ['half a JSON', 200, '{"data":['],
  ['a wrong type', 200, '{"data":"secret words"}'],
])('502 for %s of the provider, without its words, and nothing is stored', async (_what, status, body) => {
  provider.trouble = { path: /^\/batches$/, status, body, times: 1 }
  const reply = await storesNothing(() => submit(requestOf()))
  expectError(reply, 502, 'ai_upstream_failed')
  expect(JSON.stringify(reply.body)).not.toContain('secret words')
})

test('results that are strange end each item once: unknown, repeated, malformed and missing ones are bounded', async () => {
  provider.rewrite = (lines) => {
    const [first, second] = lines as [string, string, string]
    const id = (JSON.parse(first) as { custom_id: string }).custom_id
    const unknown = first.replaceAll(id, '000000000000-0')
    const unpriced = second.replace(/"usage":\{[^}]*\{[^}]*\}[^}]*\{[^}]*\}[^}]*\}/, '"usage":null')
    return [first, first, unknown, unpriced, '{"custom_id":', '<html>', '[]', '{"custom_id":7}'].join('\n')
  }
  const id = await carriedOut(requestOf())
  provider.rewrite = undefined
  const { batch, items } = await read(id)
  expect(batch).toMatchObject({ status: 'ended', items: { succeeded: 2, failed: 1 } })
  expect(items.find(({ status }: { status: string }) => status === 'failed')).toMatchObject({ failure: 'no_result' })
  const [row] = await asOwner(
    server,
    `select strays, cost_micros = (select sum(cost_micros) from ai_batch_item where batch_id = $1) as adds from ai_batch where id = $1`,
    [id],
  )
  expect(row).toEqual({ strays: 5, adds: true })
  const calls = await asOwner(
    server,
    `select model_call.status, model_call.cost_micros = ai_batch.cost_micros as "isSettled" from model_call
     join ai_batch on model_call.id = call_id where ai_batch.id = $1`,
    [id],
  )
  expect(calls).toEqual([{ status: 'finished', isSettled: true }])
})

test('502 for a poll that the provider does not answer; the batch continues', async () => {
  provider.isEnded = false
  const id = (await submit(requestOf())).body.id as string
  await whenIn(id, 'submitted')
  provider.trouble = { path: /^\/batches\/batch/, status: 503, body: 'secret words', times: 1 }
  expectError(await at.member.call(pollAiBatch, { id }), 502, 'ai_upstream_failed')
  expect((await at.member.call(pollAiBatch, { id })).body).toMatchObject({
    polled: true,
    batch: { status: 'submitted' },
  })
})

test('a budget refuses a batch, and one of a project is cancelled with it, at the provider too', async () => {
  provider.isEnded = false
  const projectId = await emptyProject(at.owner)
  const id = (await submit(requestOf({ projectId }))).body.id as string
  await whenIn(id, 'submitted')
  const batch = held()
  expect((await at.owner.call(deleteProject, { id: projectId })).status).toBe(200)
  const row = async () =>
    (
      await asOwner(
        server,
        `select status, (select count(*)::int from ai_batch_item where batch_id = ai_batch.id and status = 'cancelled') as items
         from ai_batch where id = $1`,
        [id],
      )
    )[0]
  await expect.poll(row).toEqual({ status: 'cancelled', items: 3 })
  expect(batch.isCancelled).toBe(true)
  expect((await at.member.call(pollAiBatch, { id })).status).toBe(404)
  await capModels(server, { kind: 'workspace', id: at.workspace }, (await spent()).spent + 1, at.workspace)
  const refused = await submit(requestOf())
  expectError(refused, 422, 'ai_input_refused')
  expect(refused.body).toMatchObject({ rule: 'budget' })
  await capModels(server, { kind: 'workspace', id: at.workspace }, null, at.workspace)
})

test('a batch that is not ready in its time is cancelled at the provider as it fails', async () => {
  provider.isEnded = false
  const id = (await submit(requestOf())).body.id as string
  await whenIn(id, 'submitted')
  const batch = held()
  await asOwner(server, `update ai_batch set created_at = now() - interval '73 hours' where id = $1`, [id])
  expect((await at.member.call(pollAiBatch, { id })).status).toBe(200)
  await expect
    .poll(async () => (await at.member.call(getAiBatch, { id })).body)
    .toMatchObject({ batch: { status: 'failed', failure: 'too_late' } })
  expect(batch.isCancelled).toBe(true)
})

test('batches are removed when their time is over', async () => {
  const [ended] = await asOwner(
    server,
    `update ai_batch set ended_at = now() - interval '366 days' where id = (select id from ai_batch
       where workspace_id = $1 and ended_at is not null limit 1) returning id`,
    [at.workspace],
  )
  expect(await server.database.within(at.workspace, (tx) => batchJobs.expiry.remove(tx, 10))).toBe(1)
  expect(await asOwner(server, 'select from ai_batch_item where batch_id = $1', [ended!.id])).toEqual([])
  expect((await at.owner.call(getAiBatch, { id: ended!.id as string })).status).toBe(404)
})
