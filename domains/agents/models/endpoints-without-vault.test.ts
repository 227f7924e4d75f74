import { afterAll, expect, test } from 'vitest'
import { startModelProvider } from '../../../testing/model-provider/index.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { createModelEndpoint, testModelEndpoint, updateModelEndpoint } from './contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const keyless = await testServer({
  ATELIER_ROLE: 'server',
  ATELIER_FETCH_PRIVATE_HOSTS: new URL(provider.baseUrl).host,
  SECRETS_ENCRYPTION_KEY: '',
})

const apiKey = 'sk-canary-7f3a91c5-Zq0v'
const models = [{ model: 'gpt-5', inputUsdPerMillion: 1.25, outputUsdPerMillion: 10, pricedOn: '2026-11-21' }]
const bare = { name: 'acme', baseUrl: provider.baseUrl, models }
const asked = { toolCalls: [{ name: 'say_word', input: { word: 'periwinkle' } }] }

test('503 without a configured root key: nothing is stored, and a stored key is not asked for', async () => {
  const at = await scene(keyless)
  expectError(
    await unchanged(keyless, () => at.owner.call(createModelEndpoint, { body: { ...bare, apiKey } })),
    503,
    'secrets_encryption_unavailable',
  )
  const { status, body } = await at.owner.call(createModelEndpoint, { body: bare })
  expect([status, body]).toMatchObject([201, { hasApiKey: false, apiKeyEnding: null }])
  const id = body.id as string
  const change = () => at.owner.call(updateModelEndpoint, { id, body: { apiKey } })
  expectError(await unchanged(keyless, change), 503, 'secrets_encryption_unavailable')
  provider.push(asked, asked)
  expect(await at.owner.call(testModelEndpoint, { id, body: {} })).toMatchObject({ status: 200, body: { works: true } })
  expect(provider.requests.at(-1)!.headers.authorization).toBeUndefined()
  await asOwner(
    keyless,
    `with made as (insert into workspace_data_key values ($1, 1, 'gone', '', now()) returning version)
     update model_endpoint set key_version = 1, ciphertext = '' where id = $2`,
    [at.workspace, id],
  )
  const before = provider.requests.length
  const test = () => at.owner.call(testModelEndpoint, { id, body: {} })
  expectError(await unchanged(keyless, test), 503, 'secrets_encryption_unavailable')
  expect(provider.requests).toHaveLength(before)
})
