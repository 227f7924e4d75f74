import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { getAiBatch, pollAiBatch, submitAiBatch } from '../../domains/agents/batches/contract.ts'
import { addBatchEndpoints, batchProvider, type BatchProvider } from '../ai/batch-provider.ts'
import type { Caller } from '../caller.ts'
import { asOwner } from '../database-state.ts'
import { embeddedUrl, inRoot } from './crash-scene.ts'
import { startProcess, type ServerProcess } from './server-process.ts'

const timeout = 240_000
const items = 10

const chat = (text: string) => ({ messages: [{ role: 'user', content: text }] })
const submit = async (owner: Caller, model: string, endpoint = '/v1/chat/completions'): Promise<string> => {
  const body = {
    endpoint,
    idempotencyKey: uuidv7(),
    items: Array.from({ length: items }, (_none, at) => ({
      customId: `item-${at}`,
      body: { ...chat(`Item ${at}`), ...(endpoint === '/v1/messages' && { max_tokens: 50 }) },
    })),
    kind: 'classification',
    model,
    policy: { maxCostUsd: 1 },
  }
  const reply = await owner.call(submitAiBatch, { body })
  expect(reply.status).toBe(202)
  return reply.body.id as string
}
const statusOf = async (owner: Caller, id: string) => (await owner.call(getAiBatch, { id })).body.batch.status as string
const whenIn = (owner: Caller, id: string, status: string) =>
  expect.poll(() => statusOf(owner, id), { interval: 250 }).toBe(status)
/** Asks the provider until the batch has ended: the run itself would wait between its questions. */
const whenEnded = (owner: Caller, id: string) =>
  expect
    .poll(
      async () => {
        await owner.call(pollAiBatch, { id })
        return statusOf(owner, id)
      },
      { interval: 500 },
    )
    .toBe('ended')

/** The items and the money of the one batch at the end. */
const outcome = async (root: string) => {
  const [row] = await asOwner(
    { databaseUrl: await embeddedUrl(root) },
    `select (select count(*)::int from ai_batch_item where status = 'succeeded') as succeeded,
       (select count(*)::int from ai_batch_item where failure = 'interrupted') as interrupted,
       (select count(*)::int from ai_batch_item where status in ('waiting', 'running')) as open,
       (select count(result_asset_id)::int from ai_batch_item) as results,
       (select sum(cost_micros)::int from ai_batch_item) as cost,
       (select sum(worst_micros)::int from ai_batch_item where failure = 'interrupted') as interrupted_cost,
       (select spent_micros::int from budget where scope_kind = 'workspace') as spent,
       (select reserved_micros::int from budget where scope_kind = 'workspace') as reserved`,
    [],
  )
  return row as Record<string, number | null>
}

interface Worlds {
  readonly provider: BatchProvider
  readonly start: () => Promise<ServerProcess>
  readonly root: string
}
const inWorld = (work: (world: Worlds) => Promise<void>) =>
  inRoot(async (root) => {
    const provider = await batchProvider()
    const settings = { ATELIER_LOG_LEVEL: 'warn', ATELIER_FETCH_PRIVATE_HOSTS: provider.host }
    await work({ provider, root, start: () => startProcess(root, settings) })
  })

/** Lets requests get no answer, and resolves when the last of them came. */
const losing = (provider: BatchProvider, request: RegExp, { isCarriedOut = false, times = 1 } = {}) => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  provider.lost = { request, isCarriedOut, times, onLast: () => resolve(undefined) }
  return promise
}

const eachOnce = { succeeded: items, interrupted: 0, open: 0, results: items, interrupted_cost: null, reserved: 0 }

test.each([
  ['gpt-5-mini', '/v1/chat/completions', /^POST \/files$/, false],
  ['gpt-5-mini', '/v1/chat/completions', /^POST \/batches$/, false],
  ['gpt-5-mini', '/v1/chat/completions', /^POST \/batches$/, true],
  ['claude-haiku-4-5', '/v1/messages', /^POST \/messages\/batches$/, false],
  ['claude-haiku-4-5', '/v1/messages', /^POST \/messages\/batches$/, true],
])(
  'kill -9 while a batch of %s (%s) is handed over by %s, carried out: %s. The provider has it once',
  { timeout },
  (model, endpoint, request, isCarriedOut) =>
    inWorld(async ({ provider, root, start }) => {
      const first = await start()
      await addBatchEndpoints(first, provider)
      const lost = losing(provider, request, { isCarriedOut })
      const id = await submit(first.owner, model, endpoint)
      await lost
      await first.kill()
      const second = await start()
      await whenIn(second.owner, id, 'submitted')
      expect(provider.batches).toHaveLength(1)
      provider.isEnded = true
      await whenEnded(second.owner, id)
      const { cost, spent, ...counted } = await outcome(root)
      expect(counted).toEqual(eachOnce)
      expect(spent).toBe(cost)
      await second.stop()
    }),
)

test('kill -9 while results are taken: each of them is stored and paid once', { timeout }, () =>
  inWorld(async ({ provider, root, start }) => {
    const first = await start()
    await addBatchEndpoints(first, provider)
    const id = await submit(first.owner, 'gpt-5-mini')
    await whenIn(first.owner, id, 'submitted')
    // Half of the results and a line that is cut: the process dies before it knows the others.
    const half = Promise.withResolvers<undefined>()
    provider.rewrite = (lines) => {
      half.resolve(undefined)
      return lines.slice(0, items / 2).join('\n')
    }
    provider.isEnded = true
    const polled = first.owner.call(pollAiBatch, { id }).catch(() => undefined)
    await half.promise
    await first.kill()
    await polled
    provider.rewrite = undefined
    const second = await start()
    await whenEnded(second.owner, id)
    const { cost, spent, ...counted } = await outcome(root)
    expect(counted).toEqual(eachOnce)
    expect(spent).toBe(cost)
    expect(provider.batches).toHaveLength(1)
    await second.stop()
  }),
)

test(
  'kill -9 while items of our own queue are called: no item is sent twice, and calls under way are paid',
  { timeout },
  () =>
    inWorld(async ({ provider, root, start }) => {
      const first = await start()
      await addBatchEndpoints(first, provider)
      const sent = () => provider.asked.filter((one) => one === 'POST /plain/v1/chat/completions').length
      const lost = losing(provider, /^POST \/chat\/completions$/, { times: 4 })
      const id = await submit(first.owner, 'mistral-small-latest')
      await lost
      await first.kill()
      const second = await start()
      await whenIn(second.owner, id, 'ended')
      expect(sent()).toBe(items)
      const { cost, spent, interrupted_cost: interruptedCost, ...counted } = await outcome(root)
      expect(counted).toEqual({ succeeded: items - 4, interrupted: 4, open: 0, results: items - 4, reserved: 0 })
      expect(spent).toBe(cost)
      expect(Number(interruptedCost)).toBeGreaterThan(0)
      await second.stop()
    }),
)
