import { expect, test } from 'vitest'
import { endpointOf, filledFor, nameOf, type Maker } from './endpoint-fields.ts'

const now = new Date('2026-11-22T02:00:00Z')
const fields = {
  maker: '',
  address: 'https://api.example.com/v1',
  model: 'large',
  key: ' k ',
  input: '1,25',
  output: '10',
}

test('an endpoint is named after its host, and its prices are today’s prices', () => {
  expect(endpointOf(fields, [], now).body).toEqual({
    name: 'example',
    baseUrl: 'https://api.example.com/v1',
    apiKey: 'k',
    models: [{ model: 'large', inputUsdPerMillion: 1.25, outputUsdPerMillion: 10, pricedOn: '2026-11-22' }],
  })
  expect(endpointOf({ ...fields, key: '' }, [], now).body).not.toHaveProperty('apiKey')
})

const large = {
  model: 'large',
  inputUsdPerMillion: 2,
  outputUsdPerMillion: 8,
  pricedOn: '2026-02-18',
  contextTokens: 9_000,
}
const maker: Maker = { name: 'acme', title: 'Acme', baseUrl: 'https://api.acme.example/v1', models: [large] }

test('a model of a maker has its listed price and window, until the price is corrected', () => {
  const filled = { ...filledFor(maker), key: 'k' }
  expect(endpointOf(filled, [maker], now).body).toEqual({
    name: 'acme',
    baseUrl: 'https://api.acme.example/v1',
    apiKey: 'k',
    models: [large],
  })
  expect(endpointOf({ ...filled, output: '9' }, [maker], now).body?.models).toEqual([
    { model: 'large', inputUsdPerMillion: 2, outputUsdPerMillion: 9, pricedOn: '2026-11-22' },
  ])
  expect(endpointOf({ ...filled, key: ' ' }, [maker], now)).toEqual({ wrong: { key: 'missing' } })
})

test('the price of a model that the list of its maker does not have is asked for', () => {
  const filled = { ...filledFor(maker, ''), model: 'huge', key: 'k' }
  expect(endpointOf(filled, [maker], now)).toEqual({ wrong: { input: 'badPrice', output: 'badPrice' } })
  expect(endpointOf({ ...filled, input: '5', output: '20' }, [maker], now).body?.models).toEqual([
    { model: 'huge', inputUsdPerMillion: 5, outputUsdPerMillion: 20, pricedOn: '2026-11-22' },
  ])
})

test.each([
  ['api.openai.com', 'openai'],
  ['models.northbank.example', 'northbank'],
  ['10.0.0.7', '10'],
  ['[::1]', '1'],
  ['-_-', 'endpoint'],
  ['a'.repeat(60), 'a'.repeat(40)],
])('the endpoint at %s is called %s', (host, name) => {
  expect(nameOf(host)).toBe(name)
  expect(name).toMatch(/^[a-z0-9][a-z0-9-]{0,39}$/)
})

test.each([
  ['address', '', 'badAddress'],
  ['address', 'ftp://example.com', 'badAddress'],
  ['address', 'example.com/v1', 'badAddress'],
  ['model', ' ', 'missing'],
  ['input', '', 'badPrice'],
  ['output', '-1', 'badPrice'],
  ['output', '1e9', 'badPrice'],
] as const)('%s “%s” is reported at its field', (field, value, told) => {
  expect(endpointOf({ ...fields, [field]: value }, [], now)).toEqual({ wrong: { [field]: told } })
})
