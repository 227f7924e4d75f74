import { expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { defaultChain, providers } from './catalogue.ts'
import {
  listGrowthChains,
  listGrowthProviders,
  removeGrowthProviderKey,
  saveGrowthProviderKey,
  updateGrowthChain,
  updateGrowthProvider,
} from './contract.ts'
import { capabilities } from './rules.ts'

const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_DATA_PROVIDER_KEYS: 'zerobounce=instance-key-77aa' })

const apiKey = 'hunter-canary-7f3a91c5'
const save = ({ owner }: Scene, provider = 'hunter', key = apiKey) =>
  owner.call(saveGrowthProviderKey, { provider, body: { apiKey: key } })
const update = ({ owner }: Scene, body: object, provider = 'hunter') =>
  owner.call(updateGrowthProvider, { provider, body })
const remove = ({ owner }: Scene, provider = 'hunter') => owner.call(removeGrowthProviderKey, { provider })
const list = async ({ member }: Scene) => (await member.call(listGrowthProviders)).body as Record<string, unknown>[]
const shown = async (at: Scene, provider: string) => (await list(at)).find((one) => one.provider === provider)
const chain = async (at: Scene, capability: string) =>
  ((await at.member.call(listGrowthChains)).body as { capability: string }[]).find(
    (one) => one.capability === capability,
  )

test('200 lists every provider with its prices, the built-in ones and those with a key of the instance enabled', async () => {
  const at = await scene(server)
  const rows = await list(at)
  expect(rows.map(({ provider }) => provider)).toEqual(providers.map(({ id }) => id))
  expect(await shown(at, 'mail_check')).toMatchObject({
    isBuiltIn: true,
    enabled: true,
    pricedOn: null,
    capabilities: [{ capability: 'verify_email', priceUsd: 0 }],
  })
  expect(await shown(at, 'zerobounce')).toMatchObject({ enabled: true, hasApiKey: false, hasInstanceKey: true })
  expect(await shown(at, 'hunter')).toMatchObject({ enabled: false, hasApiKey: false, hasInstanceKey: false })
  expect(await shown(at, 'dropcontact')).toMatchObject({ capabilities: [{ inBackground: true }] })
})

test('saving a key enables, disabling keeps it, and removing it disables', async () => {
  const at = await scene(server)
  expect(await save(at)).toMatchObject({ status: 200, body: { enabled: true, hasApiKey: true } })
  expect(await update(at, { enabled: false, callPriceUsd: 0.02 })).toMatchObject({
    status: 200,
    body: { enabled: false, hasApiKey: true, callPriceUsd: 0.02 },
  })
  expect(await update(at, { enabled: true })).toMatchObject({ body: { enabled: true, callPriceUsd: 0.02 } })
  expect(await update(at, { callPriceUsd: null })).toMatchObject({ body: { enabled: true, callPriceUsd: null } })
  expect(await remove(at)).toMatchObject({ status: 200, body: { enabled: false, hasApiKey: false } })
  expect(await update(at, { enabled: false }, 'mail_check')).toMatchObject({ status: 200, body: { enabled: false } })
  const actions = (await auditOf(server, at.workspace, at.workspace)).map(({ action }) => action)
  expect(actions).toEqual([
    'growth_provider.save_key',
    ...Array<string>(3).fill('growth_provider.update'),
    'growth_provider.remove_key',
    'growth_provider.update',
  ])
  expect(new Set(await at.eventNames(at.workspace))).toEqual(
    new Set(['growth_provider.key_saved', 'growth_provider.updated', 'growth_provider.key_removed']),
  )
})

test('409 for enabling a provider without a key', async () => {
  const at = await scene(server)
  expectError(await unchanged(server, () => update(at, { enabled: true })), 409, 'growth_provider_without_key')
  expect((await update(at, { enabled: true }, 'zerobounce')).status).toBe(200)
})

test('404 for a provider that is unknown, or built in and has no key', async () => {
  const at = await scene(server)
  for (const name of ['bing', 'constructor', 'Hunter']) {
    expectError(await unchanged(server, () => update(at, { enabled: true }, name)), 404, 'not_found')
    expectError(await unchanged(server, () => save(at, name)), 404, 'not_found')
    expectError(await unchanged(server, () => remove(at, name)), 404, 'not_found')
  }
  expectError(await unchanged(server, () => save(at, 'imprint')), 404, 'not_found')
  expectError(await unchanged(server, () => remove(at, 'imprint')), 404, 'not_found')
})

test.each(['', 'x'.repeat(10_001), 'two words', 'line\r\nx-injected: 1', 'ключ'])('400 for the key %j', async (key) => {
  const at = await scene(server)
  expectError(await unchanged(server, () => save(at, 'hunter', key)), 400, 'invalid_request')
})

test.each([{}, { enabled: 'yes' }, { callPriceUsd: -1 }, { callPriceUsd: 101 }, { other: 1 }])(
  '400 for %j',
  async (body) => {
    const at = await scene(server)
    expectError(await unchanged(server, () => update(at, body)), 400, 'invalid_request')
  },
)

test('200 lists a chain for each capability, and an order of its own until it returns to the default', async () => {
  const at = await scene(server)
  const all = (await at.member.call(listGrowthChains)).body as { capability: string; isDefault: boolean }[]
  expect(all.map((one) => one.capability)).toEqual([...capabilities])
  expect(all.every(({ isDefault }) => isDefault)).toBe(true)
  const order = ['hunter', 'known_pattern']
  expect(await at.owner.call(updateGrowthChain, { capability: 'find_email', body: { order } })).toMatchObject({
    status: 200,
    body: { capability: 'find_email', order, isDefault: false },
  })
  expect(await chain(at, 'find_email')).toMatchObject({
    order,
    isDefault: false,
    providers: [
      { provider: 'hunter', isReady: false, asked: 0 },
      { provider: 'known_pattern', isReady: true },
    ],
  })
  await at.owner.call(updateGrowthChain, { capability: 'find_email', body: { order: [] } })
  expect(await chain(at, 'find_email')).toMatchObject({ order: [], isDefault: false })
  const back = await at.owner.call(updateGrowthChain, { capability: 'find_email', body: { order: null } })
  expect(back.body).toMatchObject({ order: defaultChain('find_email').map(({ id }) => id), isDefault: true })
  expect(await at.auditActions(at.workspace)).toEqual(Array(3).fill('growth_chain.update'))
  expect(await at.eventNames(at.workspace)).toEqual(Array(3).fill('growth_chain.updated'))
})

test('400 for a provider that cannot serve the capability, and 404 for an unknown capability', async () => {
  const at = await scene(server)
  const set = (capability: string, order: readonly string[] | null) =>
    unchanged(server, () => at.owner.call(updateGrowthChain, { capability, body: { order } }))
  expectError(await set('find_email', ['zerobounce']), 400, 'growth_provider_cannot_serve')
  expectError(await set('find_email', ['hunter', 'bing']), 400, 'growth_provider_cannot_serve')
  expectError(await set('find_email', ['hunter', 'hunter']), 400, 'invalid_request')
  expectError(await set('find_phone', null), 404, 'not_found')
  expectError(await set('constructor', null), 404, 'not_found')
  const reply = await unchanged(server, () => at.owner.call(updateGrowthChain, { capability: 'find_email', body: {} }))
  expectError(reply, 400, 'invalid_request')
})

test('the default order asks free providers first, then the cheaper one, and those in the background last', () => {
  const ids = defaultChain('find_email').map(({ id }) => id)
  expect([ids[0], ids.at(-1)]).toEqual(['known_pattern', 'dropcontact'])
  for (const capability of capabilities) {
    const paid = defaultChain(capability).filter(({ background, isBuiltIn }) => !isBuiltIn && background.length === 0)
    const prices = paid.map(({ prices: all }) => all[capability]!.micros)
    expect(prices).toEqual(prices.toSorted((one, other) => one - other))
  }
})
