import { afterAll, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import type { Scope } from '../spending/index.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import {
  agencyWithModels,
  askModel as ask,
  callSettings,
  capModels,
  modelBudget,
  settledCalls,
  openCallOf as open,
} from '../../../testing/models/model-calls.ts'
import { startModelProvider } from '../../../testing/model-provider/index.ts'
import { testServer } from '../../../testing/server.ts'
import {
  createAiChatCompletion,
  getModelCallPolicy,
  listModelEndpoints,
  updateModelCallPolicy,
  updateModelEndpoint,
} from './contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer(callSettings(provider))

const body = { model: 'fake-large', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 100 }
const policy = {
  attempts: 1,
  beginSeconds: null,
  callSeconds: 60,
  fallbacks: [{ model: 'fake-large', next: ['ant/large', 'oai/large'] }],
}
const agency = async (more: object = {}) => {
  const at = await agencyWithModels(server, provider)
  expect((await at.owner.call(updateModelCallPolicy, { body: { ...policy, ...more } })).status).toBe(200)
  return at
}
const modelsAsked = (since: number) => provider.requests.slice(since).map(({ path }) => path.split('/').at(-1))

test('a workspace has the policy of the instance until an administrator sets its own, which is audited', async () => {
  const at = await agencyWithModels(server, provider)
  const unset = { attempts: 3, beginSeconds: null, callSeconds: null, fallbacks: [], updatedAt: null }
  expect((await at.member.call(getModelCallPolicy)).body).toEqual(unset)
  expect((await at.member.call(updateModelCallPolicy, { body: policy })).status).toBe(403)
  const wrong = { ...policy, beginSeconds: 90, fallbacks: [{ model: 'fake-large', next: ['gone', 'fake-large'] }] }
  const { status, body: refused } = await at.owner.call(updateModelCallPolicy, { body: wrong })
  const paths = (refused as unknown as { fields: readonly { path: string }[] }).fields.map(({ path }) => path)
  expect([status, paths]).toEqual([400, ['beginSeconds', 'fallbacks.0.next.0', 'fallbacks.0.next.1']])
  expect((await at.member.call(getModelCallPolicy)).body).toEqual(unset)
  expect((await at.owner.call(updateModelCallPolicy, { body: policy })).body).toMatchObject(policy)
  expect((await at.member.call(getModelCallPolicy)).body).toMatchObject(policy)
  const rows = (await auditOf(server, at.workspace, at.workspace)).filter(
    ({ action }) => action === 'model_call_policy.update',
  )
  expect(rows.map(({ outcome }) => outcome)).toEqual(['success'])
})

test('a model that does not answer is replaced before the first byte, and each call is reserved and settled', async () => {
  const at = await agency()
  for (const stream of [false, true]) {
    const since = provider.requests.length
    provider.push({ status: 503 }, { status: 429, retryAfter: '1' }, { text: 'from another' })
    const answer = await open(at, at.member, createAiChatCompletion, { ...body, stream })
    expect([answer.status, answer.headers.get('atelier-model')]).toEqual([200, 'oai/large'])
    expect(await answer.text()).toContain(stream ? '"content":"from an"' : 'from another')
    expect(modelsAsked(since)).toEqual(['completions', 'messages', 'responses'])
  }
  const calls = await settledCalls(at)
  const ends = calls.map(({ status, cost_micros, instead_of }) => [
    status,
    String(cost_micros),
    calls.findIndex(({ id }) => id === instead_of),
  ])
  const once = [
    ['failed', '0', -1],
    ['failed', '0', 0],
    ['finished', '280', 0],
  ]
  expect(ends).toEqual([...once, ...once.map(([status, cost, first]) => [status, cost, first === -1 ? -1 : 3])])
  expect(await modelBudget(server, { kind: 'workspace', id: at.workspace })).toMatchObject({
    spentMicros: 560,
    reservedMicros: 0,
  })
  const rows = await auditOf(server, at.workspace, calls[0]!.id as string)
  expect(rows).toMatchObject([{ details: { model: 'fake-large', next: ['ant/large', 'oai/large'] } }])
})

test('if none answers, the caller gets the failure of the requested model', async () => {
  const at = await agency()
  provider.push({ status: 429, retryAfter: '7' }, { status: 500 }, { answer: 'hang-up' })
  const { status, headers, error } = await ask(at, at.member, createAiChatCompletion, body)
  expect([status, error?.type, headers.get('retry-after'), headers.get('atelier-model')]).toEqual([
    429,
    'rate_limit_error',
    '7',
    null,
  ])
  // The cost of a broken connection is unknown: it counts as the most that it can cost.
  const { reservedMicros } = await modelBudget(server, { kind: 'workspace', id: at.workspace })
  expect([(await settledCalls(at)).map((call) => call.status), reservedMicros]).toEqual([
    ['failed', 'failed', 'failed'],
    0,
  ])
})

test('a refusal because of the request or the key, and a break after the first byte, are not tried elsewhere', async () => {
  const at = await agency()
  const since = provider.requests.length
  for (const status of [400, 401, 402, 404, 422]) {
    provider.push({ status })
    expect((await ask(at, at.member, createAiChatCompletion, body)).status).toBe(status === 401 ? 502 : status)
  }
  provider.push({ text: 'Half of it', after: { events: 3, then: 'cut' } })
  expect(await (await open(at, at.member, createAiChatCompletion, { ...body, stream: true })).text()).toContain(
    'provider_cut',
  )
  expect(modelsAsked(since)).toEqual(Array.from({ length: 6 }, () => 'completions'))
})

test.runIf(isLong)('a model that is slow to begin is replaced, and one whose call the caller left is not', async () => {
  const at = await agency({ beginSeconds: 1 })
  provider.push({ answer: 'silence' }, { text: 'at once' })
  const slow = await open(at, at.member, createAiChatCompletion, { ...body, stream: true })
  expect([slow.headers.get('atelier-model'), await slow.text()]).toEqual([
    'ant/large',
    expect.stringContaining('at onc'),
  ])
  const [first] = await settledCalls(at)
  expect(first!.failure).toMatchObject({ code: 'provider_slow' })
  const since = provider.requests.length
  const leave = new AbortController()
  provider.push({ answer: 'silence' })
  const left = open(at, at.member, createAiChatCompletion, body, { signal: leave.signal })
  left.catch(() => undefined)
  await expect.poll(() => provider.requests.length).toBe(since + 1)
  leave.abort()
  await provider.requests.at(-1)!.hungUp
  await expect.poll(async () => (await settledCalls(at)).at(-1)!.failure).toMatchObject({ code: 'call_cancelled' })
  expect(modelsAsked(since)).toEqual(['completions'])
})

test('a cap that does not cover the other model refuses only its call', async () => {
  const at = await agency()
  const scope: Scope = { kind: 'workspace', id: at.workspace }
  provider.push({ text: 'Hi', usage: null })
  await ask(at, at.member, createAiChatCompletion, body)
  const { spentMicros } = await modelBudget(server, scope)
  await capModels(server, scope, 2 * spentMicros, at.workspace)
  const since = provider.requests.length
  provider.push({ status: 503 })
  expect((await ask(at, at.member, createAiChatCompletion, body)).status).toBe(503)
  expect(modelsAsked(since)).toEqual(['completions'])
  const failures = (await settledCalls(at)).slice(1).map(({ failure }) => (failure as { code: string }).code)
  expect(failures).toEqual(['provider_failed', 'workspace_cap_reached', 'workspace_cap_reached'])
  expect(await modelBudget(server, scope)).toMatchObject({ spentMicros, reservedMicros: 0 })
})

test('a model is tried as often as the policy allows, and a fallback model cannot be removed from its endpoint', async () => {
  const at = await agency({ attempts: 2, fallbacks: policy.fallbacks.map((one) => ({ ...one, next: ['ant/large'] })) })
  const since = provider.requests.length
  const soon = { headers: { 'retry-after-ms': '1' } }
  provider.push({ status: 503, ...soon }, { status: 503, ...soon }, { text: 'Hi' })
  expect((await ask(at, at.member, createAiChatCompletion, body)).status).toBe(200)
  expect(modelsAsked(since)).toEqual(['completions', 'completions', 'messages'])
  const { body: endpoints } = await at.owner.call(listModelEndpoints)
  const [{ id, models: listed }] = endpoints as unknown as [
    { id: string; models: readonly Readonly<Record<string, unknown>>[] },
  ]
  const models = listed.map(({ identifier: _, ...rest }) => ({ ...rest, model: 'other' }))
  const { status, body: inUse } = await at.owner.call(updateModelEndpoint, { id, body: { models } })
  expect([status, inUse]).toMatchObject([409, { usedBy: ['the fallbacks of fake-large'] }])
})
