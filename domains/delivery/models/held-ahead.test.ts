import { afterAll, expect, test } from 'vitest'
import { openGateway, openOffline } from '../../../execution/models/index.ts'
import { auditOf } from '../../../testing/audit-chain.ts'
import {
  agencyWithModels,
  askModel as ask,
  callSettings,
  capModels,
  modelBudget,
  settledCalls,
} from '../../../testing/model-calls.ts'
import { startModelProvider } from '../../../testing/model-provider/index.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/state.ts'
import { createAiChatCompletion } from './contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer(callSettings(provider))
const body = { model: 'fake-large', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 100 }

/** A workspace whose first call has left money for the next one. */
const warmed = async () => {
  const at = await agencyWithModels(server, provider)
  const call = () => ask(at, at.member, createAiChatCompletion, body)
  provider.push({ text: 'first' })
  expect((await call()).status).toBe(200)
  const scope = { kind: 'workspace', id: at.workspace } as const
  return { at, call, scope, holds: () => at.rows('model_hold') }
}

test('a call that money was held for is sent before it is recorded, and answered no earlier than it is', async () => {
  const { at, call, scope } = await warmed()
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = server.database.within(at.workspace, async (tx) => {
    await tx.query({ text: 'select from ledger where workspace_id = $1 for update', values: [at.workspace] })
    locked.resolve()
    await release.promise
  })
  await locked.promise
  provider.push({ text: 'second' })
  const since = provider.requests.length
  let isAnswered = false
  const calling = call().finally(() => (isAnswered = true))
  await expect.poll(() => provider.requests.length).toBe(since + 1)
  expect([(await at.rows('model_call')).length, isAnswered]).toEqual([1, false])
  release.resolve()
  await holding
  expect((await calling).status).toBe(200)
  const calls = await settledCalls(at)
  expect(calls.map(({ status, cost_micros: cost }) => [status, Number(cost)])).toEqual([
    ['finished', 120],
    ['finished', 120],
  ])
  expect(await auditOf(server, at.workspace, calls[1]!.id as string)).toMatchObject([
    { action: 'model_call.create', details: { model: 'fake-large' } },
  ])
  expect(await modelBudget(server, scope)).toMatchObject({ spentMicros: 240, reservedMicros: 0 })
})

test('a call that cannot be recorded is cut off, and what was held for it counts as spent', async () => {
  const { at, call, scope, holds } = await warmed()
  const [held] = await holds()
  await asOwner(server, `update model_hold set expires_at = now() - interval '1 second' where id = $1`, [held!.id])
  await openGateway({ database: server.database, provider: openOffline() }).sweep()
  provider.push({ answer: 'silence' }, { text: 'third' })
  expect((await call()).status).toBe(500)
  await provider.requests.at(-1)!.hungUp
  expect((await call()).status).toBe(200)
  const calls = await settledCalls(at)
  expect(calls.map(({ status }) => status).toSorted()).toEqual(['abandoned', 'finished', 'finished'])
  expect(await modelBudget(server, scope)).toMatchObject({ spentMicros: 240 + Number(held!.micros), reservedMicros: 0 })
})

test('a cap that was lowered since refuses the next call, and what is held stands in nobody’s way', async () => {
  const { at, call, scope, holds } = await warmed()
  const [held] = await holds()
  const worst = Math.floor(Number(held!.micros) / 1.25)
  await capModels(server, scope, 120, at.workspace)
  expect((await call()).error?.code).toBe('workspace_cap_reached')
  expect(await holds()).toEqual([])
  await capModels(server, scope, 120 + worst, at.workspace)
  provider.push({ text: 'fits' })
  expect((await call()).status).toBe(200)
  expect((await call()).error?.code).toBe('workspace_cap_reached')
})
