import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { startModelProvider } from '../../../testing/model-provider/index.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { modelSettings } from '../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { createAgent, deactivateAgent } from '../agents/contract.ts'
import {
  clearModelPreference,
  createModelEndpoint,
  deleteModelEndpoint,
  getModelEndpoint,
  listModelCatalog,
  listModelEndpoints,
  setModelPreference,
  testModelEndpoint,
  updateModelEndpoint,
} from './contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const here = new URL(provider.baseUrl).host
const server = await testServer({
  ...modelSettings('http://127.0.0.1:9/v1', 'key-of-the-operator'),
  ATELIER_FETCH_PRIVATE_HOSTS: here,
  ATELIER_ROLE: 'server',
})

const apiKey = 'sk-canary-7f3a91c5-Zq0v'
const listed = { model: 'gpt-5', inputUsdPerMillion: 1.25, outputUsdPerMillion: 10, pricedOn: '2026-11-21' }
const acme = { name: 'acme', baseUrl: 'https://api.example.com/v1/', apiKey, models: [listed] }
const create = ({ owner }: Scene, more: object = {}) => owner.call(createModelEndpoint, { body: { ...acme, ...more } })
const made = async (at: Scene, more: object = {}) => (await create(at, more)).body.id as string

test('an endpoint is added, listed, changed and deleted by administrators, each with an audit row', async () => {
  const at = await scene(server)
  const { status, body } = await create(at)
  const model = { ...listed, identifier: 'acme/gpt-5', contextTokens: null, maxOutputTokens: null }
  const known = {
    name: 'acme',
    shape: 'chat',
    baseUrl: 'https://api.example.com/v1',
    hasApiKey: true,
    apiKeyEnding: 'Zq0v',
    models: [{ ...model, cacheReadUsdPerMillion: null, cacheWriteUsdPerMillion: null }],
  }
  expect([status, body]).toMatchObject([201, known])
  const id = body.id as string
  const { caller: admin } = await at.join('admin')
  expect((await admin.call(listModelEndpoints)).body).toEqual([body])
  expect((await admin.call(getModelEndpoint, { id })).body).toEqual(body)
  const models = [{ ...listed, model: 'gpt-6', cacheReadUsdPerMillion: 0.0000001, contextTokens: 400_000 }]
  const changed = await admin.call(updateModelEndpoint, { id, body: { models } })
  expect(changed.body).toMatchObject({
    ...known,
    models: [{ identifier: 'acme/gpt-6', contextTokens: 400_000 }],
  })
  // Too little for a micro-dollar is not nothing.
  expect(changed.body.models[0].cacheReadUsdPerMillion).toBe(0.000001)
  expect((await at.owner.call(deleteModelEndpoint, { id })).body).toEqual({ deleted: true })
  expect([await at.rows('model_endpoint'), (await at.owner.call(listModelEndpoints)).body]).toEqual([[], []])
  const said = { name: 'acme', shape: 'chat', baseUrl: 'https://api.example.com/v1' }
  expect((await auditOf(server, at.workspace, id)).map(({ action, details }) => [action, details])).toMatchObject([
    ['model_endpoint.create', { ...said, models: ['gpt-5'] }],
    ['model_endpoint.update', { ...said, models: ['gpt-6'], fields: ['models'] }],
    ['model_endpoint.delete', said],
  ])
  const told = ['created', 'updated', 'deleted'].map((what) => `model_endpoint.${what}`)
  expect(await at.eventNames(id)).toEqual(told)
})

test('400 for an address that is not public https, and for what no list of models may be', async () => {
  const at = await scene(server)
  const id = await made(at)
  const wrong = [
    { baseUrl: 'https://10.0.0.7/v1' },
    { models: [] },
    { models: [listed, listed] },
    { models: [{ ...listed, pricedOn: '2026-02-30' }] },
    { models: [{ ...listed, inputUsdPerMillion: -1 }] },
    { models: [{ model: 'x', pricedOn: '2026-01-01' }] },
    { models: [{ ...listed, maxOutputTokens: 200_000 }] },
    { apiKey: 'two words' },
    { apiKey: 'a\r\nx: 1' },
  ]
  for (const more of wrong) {
    const body = { ...acme, name: 'wrong', ...more }
    expectError(await unchanged(server, () => at.owner.call(createModelEndpoint, { body })), 400, 'invalid_request')
    const change = { apiKey, ...more }
    expectError(await at.owner.call(updateModelEndpoint, { id, body: change }), 400, 'invalid_request')
  }
  for (const more of [{ name: 'Acme' }, { name: 'a/b' }, { name: '' }, { shape: 'other' }, { name: 'x'.repeat(41) }])
    expectError(await create(at, more), 400, 'invalid_request')
  // Roles and agents hold the name, and a conversation the shape.
  for (const body of [{ name: 'b' }, { shape: 'messages' }])
    expectError(await at.owner.call(updateModelEndpoint, { id, body }), 400, 'invalid_request')
  expect((await at.owner.call(getModelEndpoint, { id })).body).toMatchObject({ baseUrl: 'https://api.example.com/v1' })
})

test('another address needs the key again, so that a stored one cannot be sent to a server of the caller’s', async () => {
  const at = await scene(server)
  const id = await made(at)
  const change = (body: object) => at.owner.call(updateModelEndpoint, { id, body })
  for (const baseUrl of [
    'https://attacker.example.net/v1',
    'https://api.example.com/v2',
    'https://api.example.com:8443/v1',
  ])
    expectError(await unchanged(server, () => change({ baseUrl })), 400, 'invalid_request', [
      { path: 'apiKey', message: 'is required with another baseUrl', rule: 'required' },
    ])
  expect(await change({ baseUrl: 'https://API.example.com/v1//' })).toMatchObject({ status: 200 })
  const moved = await change({ baseUrl: 'https://b.example.com/v1', apiKey: 'sk-another-key-0123-wxyz' })
  expect(moved.body).toMatchObject({ baseUrl: 'https://b.example.com/v1', apiKeyEnding: 'wxyz' })
  expect((await change({ apiKey: null })).body).toMatchObject({ hasApiKey: false, apiKeyEnding: null })
  expect(await change({ baseUrl: 'https://c.example.com' })).toMatchObject({ status: 200 })
  expect((await change({ apiKey: 'short-key' })).body).toMatchObject({ hasApiKey: true, apiKeyEnding: null })
})

test('409 for more than twenty, also at once', async () => {
  const at = await scene(server)
  await create(at)
  const more = await Promise.all(Array.from({ length: 22 }, (_, index) => create(at, { name: `e-${index}` })))
  expect(more.filter(({ status }) => status === 201)).toHaveLength(19)
  expectError(await create(at, { name: 'one-more' }), 409, 'model_endpoints_full')
  expect(await at.rows('model_endpoint')).toHaveLength(20)
})

test('409 while a role or an active agent works with a model that would go; then it goes', async () => {
  const at = await scene(server)
  const id = await made(at)
  const remove = () => at.owner.call(deleteModelEndpoint, { id })
  const relist = () => at.owner.call(updateModelEndpoint, { id, body: { models: [{ ...listed, model: 'b' }] } })
  const set = (modelIdentifier: string) =>
    at.member.call(setModelPreference, { role: 'coder', body: { modelIdentifier } })
  expect(await set('acme/other')).toMatchObject({ status: 200, body: { inEffect: false } })
  expect(await set('acme/gpt-5')).toMatchObject({ status: 200, body: { modelIdentifier: 'acme/gpt-5' } })
  const agent = { name: 'Careful', runtimeKind: 'native', modelOverride: 'acme/gpt-5' } as const
  const { body } = await at.owner.call(createAgent, { body: agent })
  for (const refused of [await unchanged(server, remove), await unchanged(server, relist)]) {
    expectError(refused, 409, 'model_endpoint_in_use')
    expect(refused.body.usedBy).toEqual(['the role coder', 'the agent Careful'])
  }
  await at.owner.call(deactivateAgent, { id: body.id as string })
  await at.member.call(clearModelPreference, { role: 'coder' })
  expect(await relist()).toMatchObject({ status: 200 })
  // After a preference and a deletion at the same time, either the endpoint stays or the preference has no effect.
  const [deleted, preferred] = await Promise.all([remove(), set('acme/b')])
  expect([deleted.status, preferred.status, preferred.body.inEffect]).toSatisfy((found: unknown[]) =>
    ['200,200,false', '409,200,true'].includes(found.join()),
  )
  expect(await set('acme/gpt-5')).toMatchObject({
    status: 200,
    body: { inEffect: false, reason: expect.stringMatching(/cannot be used/) },
  })
})

test('the catalogue begins with the models of the workspace’s endpoints', async () => {
  const [at, neighbour] = await Promise.all([scene(server), scene(server)])
  await made(at, { models: [listed, { ...listed, model: 'big', contextTokens: 400_000, maxOutputTokens: 90_000 }] })
  const prices = { inputUsdPerMillion: 1.25, outputUsdPerMillion: 10, pricedOn: '2026-11-21' }
  const model = { ...prices, endpoint: 'acme', canBeChosen: true }
  expect((await at.member.call(listModelCatalog)).body.models).toEqual([
    { ...model, id: 'acme/gpt-5', name: 'gpt-5', contextTokens: 128_000, maxOutputTokens: 1_000 },
    { ...model, id: 'acme/big', name: 'big', contextTokens: 400_000, maxOutputTokens: 90_000 },
  ])
  expect((await neighbour.member.call(listModelCatalog)).body.models).toEqual([])
})

const asked = { toolCalls: [{ name: 'say_word', input: { word: 'periwinkle' } }] }
const usage = { prompt_tokens: 8_000, completion_tokens: 100 }

test('a test asks the endpoint itself with its key, and reports which features work and the cost of both questions', async () => {
  const at = await scene(server)
  const id = await made(at, { baseUrl: provider.baseUrl })
  const again = { ...usage, prompt_tokens_details: { cached_tokens: 7_000 } }
  provider.push({ ...asked, usage }, { ...asked, usage: again })
  const { status, body } = await at.owner.call(testModelEndpoint, { id, body: {} })
  expect([status, body]).toMatchObject([
    200,
    {
      identifier: 'acme/gpt-5',
      works: true,
      streams: true,
      callsTools: true,
      readsWhole: true,
      refusal: null,
      inputTokens: 8_000,
      outputTokens: 100,
      cacheReadTokens: 7_000,
      costUsd: 0.022,
    },
  ])
  const { path, headers, body: sent } = provider.requests.at(-1)!
  expect([path, headers.authorization, sent.model]).toEqual(['/v1/chat/completions', `Bearer ${apiKey}`, 'gpt-5'])
  expect(await at.auditActions(id)).toEqual(['model_endpoint.create', 'model_endpoint.test'])
  const other = { id, body: { model: 'gpt-4' } }
  expectError(await unchanged(server, () => at.owner.call(testModelEndpoint, other)), 400, 'invalid_request')
})

test('400 with the endpoint’s message, without its key; a redirect is not followed', async () => {
  const at = await scene(server)
  const id = await made(at, { baseUrl: provider.baseUrl })
  const before = provider.requests.length
  const test = async (...turns: Parameters<typeof provider.push>) => {
    provider.push(...turns)
    const reply = await at.owner.call(testModelEndpoint, { id, body: {} })
    expectError(reply, 400, 'model_endpoint_refused')
    return reply.body.error as string
  }
  expect(await test({ status: 401 })).toBe(
    `The model endpoint acme (${here}) refused the configured key (401). Check its apiKey.`,
  )
  // A refused request is sent again without streaming, and without tools.
  const unknown = { status: 404, message: `No model for ${apiKey}` }
  expect(await test(unknown, unknown, unknown)).toMatch(/\(404\): No model for (?!.*canary)/)
  const elsewhere = { status: 307, headers: { location: `${provider.baseUrl}/elsewhere` } }
  expect(await test(elsewhere, elsewhere, elsewhere)).toContain('(307)')
  expect(provider.requests.slice(before).map(({ path }) => path)).toEqual(Array(7).fill('/v1/chat/completions'))
})

test('400 without a connection if a stored address leads to nothing public any more, or the key cannot be opened', async () => {
  const at = await scene(server)
  const id = await made(at)
  const before = provider.connections
  for (const address of [
    provider.baseUrl.replace(/:\d+/, ':8080'),
    'https://127.0.0.1/v1',
    'http://api.example.com/v1',
  ]) {
    await asOwner(server, 'update model_endpoint set base_url = $2 where id = $1', [id, address])
    const reply = await at.owner.call(testModelEndpoint, { id, body: {} })
    expectError(reply, 400, 'model_endpoint_refused')
    expect(reply.body.error).toContain('is no public https address')
  }
  await asOwner(server, `update model_endpoint set base_url = '${provider.baseUrl}' where id = $1`, [id])
  await asOwner(server, `update workspace_data_key set root_key_id = 'gone' where workspace_id = $1`, [at.workspace])
  const locked = await at.owner.call(testModelEndpoint, { id, body: {} })
  expectError(locked, 400, 'model_endpoint_refused')
  expect(locked.body.error).toContain('cannot be opened on this server')
  expect(provider.connections).toBe(before)
  expectError(await at.owner.call(getModelEndpoint, { id: uuidv7() }), 404, 'not_found')
})
