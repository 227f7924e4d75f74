import { expect, test } from 'vitest'
import { batchProvider } from '../../../testing/ai/batch-provider.ts'
import { defaultTimeouts, openEndpoint } from '../endpoint.ts'
import { providerBatches } from './provider-batches.ts'

const provider = await batchProvider()
const { signal } = new AbortController()
const batchesOf = (shape: 'responses' | 'messages', baseUrl = provider.baseUrl) =>
  providerBatches(
    openEndpoint({
      baseUrl,
      apiKey: 'sk-canary-1f2e3d4c5b6a',
      model: 'large',
      shape,
      price: undefined,
      contextTokens: 1_000,
      maxOutputTokens: 100,
      timeouts: defaultTimeouts,
    }),
    '/v1/responses',
  )!
const items = ['a-0', 'a-1'].map((customId) => ({ customId, body: '{"model":"large"}' }))

test.each(['responses', 'messages'] as const)(
  'a batch that a process handed over before it died is found, and not sent again (%s)',
  async (shape) => {
    const batches = batchesOf(shape)
    expect(await batches.isServed(signal)).toBe(true)
    const batch = { id: 'ours-1', items, perhapsSentSince: undefined }
    const id = await batches.submit(batch, signal)
    const sent = provider.batches.length
    expect(await batches.submit({ ...batch, perhapsSentSince: new Date() }, signal)).toBe(id)
    expect(provider.batches).toHaveLength(sent)
  },
)

test('if two batches may be ours, neither is taken and no new one is sent', async () => {
  const batches = batchesOf('messages')
  await batches.submit({ id: 'ours-2', items, perhapsSentSince: undefined }, signal)
  const sent = provider.batches.length
  expect(await batches.submit({ id: 'ours-2', items, perhapsSentSince: new Date() }, signal)).toBeUndefined()
  expect(provider.batches).toHaveLength(sent)
})

test('an endpoint without batches is reported, and results are read from no address that a provider names', async () => {
  expect(await batchesOf('responses', provider.plainUrl).isServed(signal)).toBe(false)
  provider.isEnded = true
  const state = await batchesOf('messages').state(provider.batches.find(({ path }) => path === '/messages')!.id, signal)
  expect(state).toMatchObject({
    status: 'ended',
    results: [expect.stringMatching(/^\/messages\/batches\/batch_\d+\/results$/)],
  })
})
