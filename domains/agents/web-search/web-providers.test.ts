import { expect, test } from 'vitest'
import { providerIds } from '../../../execution/web/index.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import {
  getCrawlStatus,
  listWebProviders,
  removeWebProviderKey,
  saveWebProviderKey,
  toggleCrawl,
  toggleWebProvider,
} from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_CRAWL_PAGES: '7' })

const apiKey = 'tvly-canary-7f3a91c5'
const save = ({ owner }: Scene, provider = 'tavily', key = apiKey) =>
  owner.call(saveWebProviderKey, { provider, body: { apiKey: key } })
const toggle = ({ owner }: Scene, enabled: boolean, provider = 'tavily') =>
  owner.call(toggleWebProvider, { provider, body: { enabled } })

test('every known provider is listed, without a key at first', async () => {
  const { status, body } = await (await scene(server)).owner.call(listWebProviders)
  expect(status).toBe(200)
  expect(body).toEqual(
    providerIds.map((provider) => ({
      provider,
      enabled: false,
      hasApiKey: false,
      updatedAt: null,
      tools: provider === 'brave' ? ['web_search'] : ['web_search', 'web_read', 'web_crawl'],
    })),
  )
})

test('saving a key enables, disabling keeps it, and removing it disables', async () => {
  const at = await scene(server)
  const state = { provider: 'tavily', tools: ['web_search', 'web_read', 'web_crawl'] }
  const known = { ...state, hasApiKey: true, updatedAt: expect.stringMatching(/Z$/) as string }
  expect(await save(at)).toMatchObject({ status: 200, body: { ...known, enabled: true } })
  expect(await toggle(at, false)).toMatchObject({ status: 200, body: { ...known, enabled: false } })
  expect(await toggle(at, true)).toMatchObject({ status: 200, body: { ...known, enabled: true } })
  const removed = await at.owner.call(removeWebProviderKey, { provider: 'tavily' })
  expect(removed).toMatchObject({ status: 200, body: { ...state, enabled: false, hasApiKey: false } })
  expect((await at.owner.call(listWebProviders)).body[0]).toEqual(removed.body)
  expect(await at.rows('web_provider')).toEqual([])
  expect(
    (await auditOf(server, at.workspace, at.workspace)).map(({ action, details }) => [action, details]),
  ).toMatchObject([
    ['web_provider.save_key', { provider: 'tavily' }],
    ['web_provider.toggle', { provider: 'tavily', enabled: false }],
    ['web_provider.toggle', { provider: 'tavily', enabled: true }],
    ['web_provider.remove_key', { provider: 'tavily' }],
  ])
  expect(await at.eventNames(at.workspace)).toEqual([
    'web_provider.key_saved',
    'web_provider.toggled',
    'web_provider.toggled',
    'web_provider.key_removed',
  ])
})

test('of ten first keys at once all are kept, under one data key', async () => {
  const at = await scene(server)
  const replies = await Promise.all(Array.from({ length: 10 }, (_, index) => save(at, providerIds[index % 4])))
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect([await at.rows('workspace_data_key'), await at.rows('web_provider')].map(({ length }) => length)).toEqual([
    1, 4,
  ])
})

test('409 for enabling without a key; disabling a disabled provider changes nothing', async () => {
  const at = await scene(server)
  expectError(await unchanged(server, () => toggle(at, true)), 409, 'web_provider_without_key')
  expect(await toggle(at, false)).toMatchObject({ status: 200, body: { enabled: false, hasApiKey: false } })
})

test('404 for an unknown provider', async () => {
  const at = await scene(server)
  const calls = [
    () => toggle(at, true, 'bing'),
    () => save(at, 'constructor'),
    () => at.owner.call(removeWebProviderKey, { provider: 'Tavily' }),
  ]
  for (const call of calls) expectError(await unchanged(server, call), 404, 'not_found')
})

test.each(['', 'x'.repeat(10_001), 'two words', 'line\r\nx-injected: 1', 'ключ'])('400 for the key %j', async (key) => {
  const at = await scene(server)
  expectError(await unchanged(server, () => save(at, 'tavily', key)), 400, 'invalid_request')
})

test('the crawler is off at first, and its month is that of the workspace', async () => {
  const at = await scene(server)
  const status = {
    enabled: false,
    pagesUsed: 0,
    pagesAllowed: 7,
    overageUsdPerPage: null,
    termsSource: 'placeholder',
    month: expect.stringMatching(/^\d{4}-\d\d$/) as string,
  }
  expect((await at.owner.call(getCrawlStatus)).body).toEqual(status)
  const on = await at.owner.call(toggleCrawl, { body: { enabled: true } })
  expect([on.status, on.body]).toEqual([200, { ...status, enabled: true }])
  expect((await at.owner.call(getCrawlStatus)).body).toEqual(on.body)
  expect(await at.auditActions(at.workspace)).toEqual(['crawl.toggle'])
  const monthIn = async (zone: string) => {
    await asOwner(server, 'update workspace set time_zone = $2 where id = $1', [at.workspace, zone])
    const [row] = await server.database.within(at.workspace, async (tx) => {
      const values = ['2026-11-30T23:30:00Z']
      return (await tx.query<{ month: string }>({ text: 'select month_here($1::timestamptz) as month', values })).rows
    })
    return row!.month
  }
  expect([await monthIn('UTC'), await monthIn('Europe/Berlin')]).toEqual(['2026-11', '2026-12'])
})
