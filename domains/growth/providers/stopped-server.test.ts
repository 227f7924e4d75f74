import { expect, test } from 'vitest'
import { fakeDataProviders } from '../../../testing/growth/data-providers.ts'
import { lookupsOn } from '../../../testing/growth/lookups.ts'
import { restarted, testServer } from '../../../testing/server.ts'

const apiKey = 'key-of-the-workspace-41fd'
const fake = await fakeDataProviders(apiKey)
const settings = { ATELIER_FETCH_PRIVATE_HOSTS: fake.site.host, ATELIER_DATA_PROVIDERS: fake.setting }

test('a pass continues after its server was stopped: the look-up that was under way is paid once and not sent again', async () => {
  const server = await testServer(settings)
  const { world, addLead, chain, start } = lookupsOn(server, apiKey)
  const { at, projectId } = await world('hunter', 'apollo')
  await chain(at, 'find_email', ['hunter', 'apollo'])
  await addLead(at, projectId, {})
  fake.odd.hunter = 'silence'
  await start(at, projectId)
  await expect.poll(() => fake.seen.length).toBe(1)
  await server.close()
  delete fake.odd.hunter
  await restarted(server, settings)
  const ofPass = async () => (await at.rows('growth_lookup_pass')) as { status: string }[]
  await expect.poll(async () => (await ofPass())[0]!.status, { interval: 200 }).toBe('finished')
  const calls = (await at.rows('growth_provider_call')).filter(({ capability }) => capability === 'find_email')
  expect(calls.map(({ provider, status, cost_micros: cost }) => [provider, status, Number(cost)]).toSorted()).toEqual([
    ['apollo', 'finished', 25_000],
    ['hunter', 'abandoned', 34_000],
  ])
  expect(fake.seen.filter(({ provider }) => provider === 'hunter')).toHaveLength(1)
  expect(await at.rows('growth_lookup_month')).toMatchObject([{ spent_micros: 59_000, held_micros: 0 }])
  expect(await at.rows('growth_lead')).toMatchObject([{ address: 'ada.lovelace@example.com', lookup_pass_id: null }])
})
