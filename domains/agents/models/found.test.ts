import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { sendJson, startTinyServer } from '../../../testing/cli/tiny-server.ts'
import { columnsWith } from '../../../testing/texts/full-text.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { addFoundModel, createModelEndpoint, listFoundModels, updateModelEndpoint } from './contract.ts'
import { listedModelOf } from './found-model.ts'

const secret = 'sk-canary-of-the-machine-Zq0v'
const server = await testServer({ ATELIER_ROLE: 'server' })
const silent = await testServer({ ATELIER_ROLE: 'server', ATELIER_PUBLIC_URL: 'https://atelier.example.com' })

beforeEach(() => {
  vi.stubEnv('ANTHROPIC_API_KEY', secret)
  vi.stubEnv('MISTRAL_API_KEY', secret)
  vi.stubEnv('XAI_API_KEY', 'two words')
  vi.stubEnv('OLLAMA_HOST', '127.0.0.1:9')
})
afterEach(() => void vi.unstubAllEnvs())

const ollama = async () => {
  const tiny = await startTinyServer((_request, response) =>
    sendJson(response, 200, { models: [{ name: 'llama3.2' }, { name: 'gpt-oss:20b' }] }),
  )
  onTestFinished(() => tiny.close())
  const host = tiny.url.replace('http://', '')
  vi.stubEnv('OLLAMA_HOST', host)
  return host
}

interface FoundAnswer {
  readonly models: readonly object[]
}

test('a model server becomes an endpoint without a key, and only its address is opened', async () => {
  const at = await scene(server)
  const host = await ollama()
  const { caller: admin } = await at.join('admin')
  const before = (await admin.call(listFoundModels)).body as unknown as FoundAnswer
  const found = {
    name: 'ollama',
    kind: 'server',
    place: host,
    model: 'gpt-oss:20b',
    inputUsdPerMillion: 0,
    unusable: null,
  }
  expect(before).toMatchObject({ isOffered: true })
  expect(before.models).toContainEqual(expect.objectContaining({ ...found, identifier: null }))

  const unknown = await admin.call(addFoundModel, { body: { name: 'ollama', model: 'gpt-5' } })
  expectError(unknown, 400, 'invalid_request')
  const { status, body } = await admin.call(addFoundModel, { body: { name: 'ollama', model: 'llama3.2' } })
  expect([status, body]).toMatchObject([201, { name: 'ollama', baseUrl: `http://${host}/v1`, hasApiKey: false }])
  expect(body.models).toMatchObject([{ identifier: 'ollama/llama3.2', contextTokens: 32_768, maxOutputTokens: 8_192 }])
  expect(await readFile(join(server.dataFolder, 'model-hosts.json'), 'utf8')).toContain(host)
  expect((await auditOf(server, at.workspace, body.id as string)).map(({ action }) => action)).toContain(
    'model_endpoint.add_found',
  )
  const { models: after } = (await admin.call(listFoundModels)).body as unknown as FoundAnswer
  expect(after).toContainEqual(expect.objectContaining({ ...found, identifier: 'ollama/llama3.2' }))
  expectError(await admin.call(addFoundModel, { body: { name: 'ollama' } }), 409, 'model_endpoint_name_taken')
})

test('a key is sealed, shown in no answer, and does not follow its endpoint to another address', async () => {
  const at = await scene(server)
  const answers = [await at.owner.call(listFoundModels)]
  const add = (body: object) => at.owner.call(addFoundModel, { body })
  const lacking = await add({ name: 'mistral' })
  expectError(lacking, 400, 'invalid_request')
  expect(JSON.stringify(lacking.body)).toContain('inputUsdPerMillion')
  const refused = await add({ name: 'xai' })
  expectError(refused, 409, 'found_model_unusable')
  expectError(await add({ name: 'nothing' }), 400, 'invalid_request')
  const priced = await add({ name: 'mistral', inputUsdPerMillion: 0.5, outputUsdPerMillion: 2 })
  const known = await add({ name: 'anthropic' })
  expect([priced.status, known.status]).toEqual([201, 201])
  expect(known.body).toMatchObject({ hasApiKey: true, apiKeyEnding: 'Zq0v', models: [{ inputUsdPerMillion: 3 }] })
  expect(JSON.stringify([...answers, lacking, refused, priced, known].map(({ body }) => body))).not.toContain('canary')
  expect(await columnsWith(server, ['canary-of-the-machine'])).toEqual([])

  const id = known.body.id as string
  const moved = await at.owner.call(updateModelEndpoint, { id, body: { baseUrl: 'https://elsewhere.example.com/v1' } })
  expectError(moved, 400, 'invalid_request')
  expect(JSON.stringify(moved.body)).toContain('apiKey')
})

test('a server that others reach by a public name offers nothing, and neither does a full workspace', async () => {
  const away = await scene(silent)
  expect((await away.owner.call(listFoundModels)).body).toEqual({ isOffered: false, models: [] })
  expectError(await away.owner.call(addFoundModel, { body: { name: 'anthropic' } }), 409, 'found_models_not_offered')

  const { owner } = await scene(server)
  const listed = { model: 'a', inputUsdPerMillion: 0, outputUsdPerMillion: 0, pricedOn: '2026-01-02' }
  for (let at = 0; at < 20; at += 1)
    await owner.call(createModelEndpoint, {
      body: { name: `e${at}`, baseUrl: 'https://api.example.com/v1', models: [listed] },
    })
  expectError(await owner.call(addFoundModel, { body: { name: 'anthropic' } }), 409, 'model_endpoints_full')
})

test('the price of another model than the known one has to be given, and that of a model server need not', () => {
  const key = { kind: 'key', name: 'a', title: 'A', variable: 'A_KEY', baseUrl: 'https://a.example/v1' } as const
  const price = { inputUsdPerMillion: 1, outputUsdPerMillion: 2, pricedOn: '2026-01-02' }
  const now = new Date('2026-05-06T00:00:00Z')
  const source = { ...key, model: 'large', price }
  expect(listedModelOf(source, {}, now)).toEqual({ model: 'large', ...price })
  expect(listedModelOf(source, { model: 'small' }, now)).toMatchObject({ fault: { path: 'inputUsdPerMillion' } })
  expect(listedModelOf(source, { inputUsdPerMillion: 3, outputUsdPerMillion: 4 }, now)).toEqual({
    model: 'large',
    inputUsdPerMillion: 3,
    outputUsdPerMillion: 4,
    pricedOn: '2026-05-06',
  })
})
