import { afterAll, expect, test } from 'vitest'
import {
  agencyWithModels,
  askModel,
  callSettings,
  capModels,
  modelBudget,
  settledCalls,
} from '../../../testing/models/model-calls.ts'
import { modelClients } from '../../../testing/models/model-clients.ts'
import { startModelProvider } from '../../../testing/model-provider/index.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { countAiMessageTokens, createAiEmbedding } from './contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer(callSettings(provider))
const at = await agencyWithModels(server, provider)
const { openai, anthropic } = modelClients(`${server.baseUrl}/v1/api/ai/w/${at.workspace}`, at.owner.key!)
const said = [{ role: 'user' as const, content: 'Hello' }]

test('the official client gets embeddings, also after a hang-up, reserved before and settled by the read tokens', async () => {
  provider.push({ answer: 'hang-up' }, { text: '' })
  const made = await openai.embeddings.create({ model: 'oai/large', input: ['Hello', 'you'], encoding_format: 'float' })
  expect(made).toMatchObject({ data: [{ index: 0, embedding: [0.25, -0.5] }], usage: { prompt_tokens: 100 } })
  const [call] = await settledCalls(at)
  expect(call).toMatchObject({ status: 'finished', model: 'large', step: 'api' })
  expect(Number(call!.cost_micros)).toBe(200)
  expect(Number(call!.reserved_micros)).toBeGreaterThan(200)
  expect(provider.requests.at(-1)).toMatchObject({ path: '/v1/embeddings', body: { model: 'large' } })
  const budget = await modelBudget(server, { kind: 'workspace', id: at.workspace })
  expect(budget).toMatchObject({ spentMicros: 200, reservedMicros: 0 })
})

test('the official client lists models and counts tokens; a count costs nothing', async () => {
  const listed: string[] = []
  for await (const { id, type } of anthropic.models.list()) listed.push(`${type} ${id}`)
  expect(listed).toEqual(['model ant/large', 'model oai/large', 'model fake-large'])
  provider.push({ text: '' })
  const before = await modelBudget(server, { kind: 'workspace', id: at.workspace })
  const counted = await anthropic.messages.countTokens({ model: 'ant/large', messages: said, system: 'Be brief' })
  expect(counted.input_tokens).toBe(100)
  expect(provider.requests.at(-1)).toMatchObject({ path: '/v1/messages/count_tokens', body: { system: 'Be brief' } })
  const sent = provider.requests.length
  const estimated = await anthropic.messages.countTokens({ model: 'oai/large', messages: said })
  expect(estimated.input_tokens).toBeGreaterThan(5)
  expect(provider.requests).toHaveLength(sent)
  expect(await modelBudget(server, { kind: 'workspace', id: at.workspace })).toEqual(before)
})

test('a refused request costs nothing, in words of ours, and nothing is sent', async () => {
  const neighbour = await scene(server)
  const sent = provider.requests.length
  const refused = [
    [createAiEmbedding, { model: 'ant/large', input: 'Hello' }, 404, 'model_not_found'],
    [createAiEmbedding, { model: 'oai/large', input: [] }, 400, 'invalid_request'],
    [createAiEmbedding, { model: 'oai/large', input: [{ text: 'Hello' }] }, 400, 'invalid_request'],
    [createAiEmbedding, { model: 'oai/large', input: 'Hello', dimensions: 0 }, 400, 'invalid_request'],
    [countAiMessageTokens, { model: 'none', messages: said }, 404, 'model_not_found'],
    [countAiMessageTokens, { model: 'ant/large', messages: [{ role: 'root' }] }, 400, 'invalid_request'],
  ] as const
  for (const [operation, body, status, code] of refused) {
    const reply = await askModel(at, at.member, operation, body)
    expect([body, reply.status, reply.error?.code]).toEqual([body, status, code])
  }
  for (const operation of [createAiEmbedding, countAiMessageTokens]) {
    const body = { model: 'oai/large', input: 'Hello', messages: said }
    expect((await askModel(at, neighbour.owner, operation, body)).status).toBe(403)
  }
  expect(provider.requests).toHaveLength(sent)
})

test.each([
  ['HTML', { bytes: '<html>secret</html>', contentType: 'text/html' }, 502, 'provider_garbage'],
  ['half a JSON', { bytes: '{"data":[{"index":0,"embed' }, 502, 'provider_garbage'],
  [
    'a wrong type',
    { bytes: '{"data":[{"index":0,"embedding":"x","b":1},{"index":"secret"}]}' },
    502,
    'provider_garbage',
  ],
  ['a refusal', { status: 400, code: 'too_long', message: 'secret' }, 400, 'too_long'],
] as const)('%s from the endpoint is answered in words of ours', async (_what, turn, status, code) => {
  provider.push(turn)
  const reply = await askModel(at, at.member, createAiEmbedding, { model: 'oai/large', input: 'Hello' })
  expect([reply.status, reply.error?.code]).toEqual([status, code])
  expect(JSON.stringify(reply.answer)).not.toContain('secret')
})

test('a cap refuses embeddings with 402, and nothing is sent', async () => {
  const sent = provider.requests.length
  const other = await agencyWithModels(server, provider)
  await capModels(server, { kind: 'workspace', id: other.workspace }, 1)
  const reply = await askModel(other, other.member, createAiEmbedding, { model: 'oai/large', input: 'Hello' })
  expect([reply.status, reply.error?.code]).toEqual([402, 'workspace_cap_reached'])
  expect(provider.requests).toHaveLength(sent)
})
