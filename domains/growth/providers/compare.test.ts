import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { fakeDataProviders } from '../../../testing/growth/data-providers.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { addLead as addLeadTo, lookupsOn } from '../../../testing/growth/lookups.ts'
import { growthProjectIn } from '../../../testing/growth/rows.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getGrowthSettings, updateGrowthSettings } from '../settings/contract.ts'
import { compareGrowthProviders } from './contract.ts'

const apiKey = 'key-of-the-workspace-41fd'
const fake = await fakeDataProviders(apiKey)
const server = await testServer({
  ATELIER_ROLE: 'server',
  ATELIER_FETCH_PRIVATE_HOSTS: fake.site.host,
  ATELIER_DATA_PROVIDERS: fake.setting,
})
const { world, addLead } = lookupsOn(server, apiKey)

const compare = ({ owner }: Scene, body: object) => owner.call(compareGrowthProviders, { body })

test('200 compares providers on the same leads, bills them, and stores nothing on leads', async () => {
  const { at, projectId } = await world('hunter', 'apollo')
  await addLead(at, projectId, { address: 'ada.lovelace@example.com' })
  await addLead(at, projectId, { domain: 'nobody.example.com', facts: { lastName: 'Nobody' } })
  const before = await at.rows('growth_lead')
  const reply = await compare(at, { providers: ['hunter', 'apollo'], sampleSize: 5 })
  const counts = { asked: 2, reused: 0, found: 1, verified: 1, matching: 1, failed: 0 }
  expect(reply).toMatchObject({
    status: 200,
    body: {
      sampleSize: 2,
      costUsd: 0.059,
      providers: [
        { provider: 'hunter', ...counts, costUsd: 0.034 },
        { provider: 'apollo', ...counts, costUsd: 0.025 },
      ],
    },
  })
  expect(await at.rows('growth_lead')).toEqual(before)
  expect((await at.member.call(getGrowthSettings)).body).toMatchObject({ month: { spentUsd: 0.059, heldUsd: 0 } })
  const again = await compare(at, { providers: ['hunter'] })
  expect(again.body).toMatchObject({ costUsd: 0, providers: [{ asked: 2, reused: 2, found: 1 }] })
  expect(await at.auditActions(at.workspace)).toContain('growth_provider.compare')
  expect(await at.eventNames(at.workspace)).toContain('growth_provider.compared')
})

test('402 names the limit, and nothing is looked up', async () => {
  const { at, projectId } = await world('hunter')
  await addLead(at, projectId, {})
  await addLead(at, projectId, { facts: { lastName: 'Hopper' }, address: 'x@example.com' })
  await at.owner.call(updateGrowthSettings, { body: { hardCapUsd: 0.05 } })
  fake.seen.length = 0
  expectError(await unchanged(server, () => compare(at, { providers: ['hunter'] })), 402, 'growth_hard_cap_reached')
  expect(fake.seen).toEqual([])
  expect(await at.rows('growth_provider_call')).toEqual([])
  expect((await compare(at, { providers: ['hunter'], sampleSize: 1 })).status).toBe(200)
})

test('402 for the free credit and for the plan, with a key of the instance', async () => {
  const planned = await scene(server)
  const paying = await testServer({
    ATELIER_ROLE: 'server',
    ATELIER_FETCH_PRIVATE_HOSTS: fake.site.host,
    ATELIER_DATA_PROVIDERS: fake.setting,
    ATELIER_DATA_PROVIDER_KEYS: `hunter=${apiKey}`,
    ATELIER_GROWTH_FREE_CREDIT: '0.05',
    ATELIER_GROWTH_PLANS: `${planned.workspace}=0.03`,
  })
  const at = await scene(paying)
  const terms = paying.parts.growthTerms
  expect([terms.freeMicros, terms.plans.get(planned.workspace), terms.plans.get(at.workspace)]).toEqual([
    50_000,
    30_000,
    undefined,
  ])
  const projectId = await growthProjectIn(paying, at)
  for (const domain of ['one.example', 'two.example']) await addLeadTo(paying, at, projectId, { domain })
  const reply = await at.owner.call(compareGrowthProviders, { body: { providers: ['hunter'] } })
  expectError(reply, 402, 'growth_free_credit_used')
  expect((await at.owner.call(compareGrowthProviders, { body: { providers: ['hunter'], sampleSize: 1 } })).status).toBe(
    200,
  )
  await asOwner(paying, 'update growth_lookup_cache set found_at = $1', [new Date(0).toISOString()])
  ;(terms.plans as Map<string, number>).set(at.workspace, 40_000)
  expectError(
    await at.owner.call(compareGrowthProviders, { body: { providers: ['hunter'], sampleSize: 1 } }),
    402,
    'growth_plan_cap_reached',
  )
})

test.runIf(isLong).each<[object, string]>([
  [{ providers: ['zerobounce'] }, 'growth_provider_not_comparable'],
  [{ providers: ['dropcontact'] }, 'growth_provider_not_comparable'],
  [{ providers: ['bing'] }, 'growth_provider_not_comparable'],
  [{ providers: ['hunter', 'apollo'] }, 'growth_provider_not_comparable'],
  [{ providers: [] }, 'invalid_request'],
  [{ providers: ['hunter', 'hunter'] }, 'invalid_request'],
  [{ providers: ['hunter'], sampleSize: 0 }, 'invalid_request'],
  [{ providers: ['hunter'], sampleSize: 26 }, 'invalid_request'],
  [{ sampleSize: 5 }, 'invalid_request'],
])('400 for a comparison of %j', async (body, code) => {
  const { at } = await world('hunter', 'dropcontact', 'zerobounce')
  expectError(await unchanged(server, () => compare(at, body)), 400, code)
})

test('200 for a member who compares, and 403 for a client', async () => {
  const { at } = await world('hunter')
  const body = { providers: ['known_pattern'] }
  expect(await at.member.call(compareGrowthProviders, { body })).toMatchObject({ status: 200, body: { costUsd: 0 } })
  expectError(await unchanged(server, () => at.client.call(compareGrowthProviders, { body })), 403, 'forbidden')
})
