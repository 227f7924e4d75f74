import { expect, test } from 'vitest'
import { faultsOf, resolvedModel, type OfferedModels } from '../model-choice.ts'
import { endpointNameIn, faultsOfModels, type StoredModel } from './endpoints.ts'
import type { EndpointRow } from '../tables.ts'

const free = { inputMicrosPerMillion: 0, outputMicrosPerMillion: 0 }
const own = {
  name: 'models.example.com',
  shape: 'chat',
  model: 'large',
  price: free,
  contextTokens: 100,
  maxOutputTokens: 50,
}
const bounds = { contextTokens: 1_000, maxOutputTokens: 400 }
const offered = { own, others: [{ model: 'acme/shared', price: free }], bounds } as OfferedModels
const listed = (model: string, more: Partial<StoredModel> = {}): StoredModel => ({
  model,
  inputMicrosPerMillion: 3_000_000,
  outputMicrosPerMillion: 15_000_000,
  pricedOn: '2026-11-21',
  cacheReadMicrosPerMillion: null,
  cacheWriteMicrosPerMillion: null,
  contextTokens: null,
  maxOutputTokens: null,
  ...more,
})
const acme = {
  id: 'x',
  name: 'acme',
  shape: 'messages',
  baseUrl: 'https://api.anthropic.com/v1',
  models: [listed('small'), listed('openai/large', { contextTokens: 5_000, maxOutputTokens: 2_000 })],
} as unknown as EndpointRow

test('a listed model is asked at its endpoint and price, with its own bounds or the instance’s', () => {
  expect(resolvedModel(offered, acme, { model: 'acme/small', maxTokens: 9_000, temperature: 0.5 })).toEqual({
    endpoint: acme,
    shape: 'messages',
    mostTokens: 400,
    choice: {
      model: 'small',
      contextTokens: 1_000,
      maxOutputTokens: 400,
      temperature: 0.5,
      price: {
        inputMicrosPerMillion: 3_000_000,
        outputMicrosPerMillion: 15_000_000,
        // Anthropic's prices, the default.
        cacheReadMicrosPerMillion: 300_000,
        cacheWriteMicrosPerMillion: 3_750_000,
      },
    },
  })
  expect(resolvedModel(offered, acme, { model: 'acme/openai/large', maxTokens: 10 })).toMatchObject({
    mostTokens: 2_000,
    choice: { model: 'openai/large', contextTokens: 5_000, maxOutputTokens: 10 },
  })
})

test('a model that an endpoint does not list goes to no other one, except a model of the instance with that name', () => {
  const refusal = { refusal: expect.stringContaining('acme of the workspace does not list it') as string }
  expect(resolvedModel(offered, acme, { model: 'acme/other' })).toEqual(refusal)
  const unpriced = { ...offered, own: { ...own, price: undefined }, others: [] } as OfferedModels
  expect(resolvedModel(unpriced, acme, { model: 'acme/other' })).toEqual(refusal)
  expect(resolvedModel(offered, acme, { model: 'acme/shared' })).toMatchObject({ endpoint: undefined, shape: 'chat' })
  const nearer = { ...acme, models: [listed('shared')] }
  expect(resolvedModel(offered, nearer, { model: 'acme/shared' })).toMatchObject({ endpoint: { name: 'acme' } })
})

test('a wish is judged by the shape and the bounds of the endpoint that it is for', () => {
  const asked = { model: 'acme/small', temperature: 1.5, maxTokens: 401 }
  expect(faultsOf(offered, acme, asked).map(({ path }) => path)).toEqual(['temperature', 'maxTokens'])
  expect(faultsOf(offered, undefined, { ...asked, model: 'large', maxTokens: 50 })).toEqual([])
})

test('an identifier names an endpoint by the text before its first slash, if that can be a name', () => {
  expect(['acme/gpt-5', 'acme/openai/gpt-5'].map(endpointNameIn)).toEqual(['acme', 'acme'])
  const none = ['acme', 'acme/', '/gpt', 'Acme/gpt', '-a/b', `${'a'.repeat(41)}/b`, '']
  expect(none.map(endpointNameIn)).toEqual(none.map(() => undefined))
})

test('a list of models is judged beyond its schema', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const faults = (...models: StoredModel[]) => faultsOfModels(models, bounds, now).map(({ path }) => path)
  expect(faults(listed('a', { pricedOn: '2026-11-22' }), listed('b', { maxOutputTokens: 999 }))).toEqual([])
  expect(faults(listed('a'), listed('a', { pricedOn: '2026-11-24' }))).toEqual(['models.1.model', 'models.1.pricedOn'])
  expect(faults(listed('a', { pricedOn: '2026-02-30' }))).toEqual(['models.0.pricedOn'])
  expect(faults(listed('a', { pricedOn: '9999-99-99' }))).toEqual(['models.0.pricedOn'])
  expect(faults(listed('a', { contextTokens: 1_024, maxOutputTokens: 1_024 }))).toEqual(['models.0.maxOutputTokens'])
  expect(faults(listed('a', { maxOutputTokens: 1_000 }))).toEqual(['models.0.maxOutputTokens'])
})
