import { expect, test } from 'vitest'
import { wholeChain } from '../../../testing/audit/audit-chain.ts'
import { fakeDataProviders } from '../../../testing/growth/data-providers.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { dnsServer } from '../../../testing/network/dns-server.ts'
import { lookupsOn } from '../../../testing/growth/lookups.ts'
import { growthProjectIn } from '../../../testing/growth/rows.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { testServer } from '../../../testing/server.ts'
import { archiveGrowthProject } from '../research/contract.ts'
import { getGrowthSettings, updateGrowthSettings } from '../settings/contract.ts'
import { addGrowthSuppressions } from '../suppression/contract.ts'
import { listGrowthChains, listGrowthLookups, startGrowthLookup } from './contract.ts'
import { cachedOfPerson, eraseCached } from './store-cache.ts'

const apiKey = 'key-of-the-workspace-41fd'
const fake = await fakeDataProviders(apiKey)
const dns = await dnsServer({ 'example.com': { mx: ['mx.example.com'] }, 'null.example': { mx: ['.'] } })
const server = await testServer({
  ATELIER_FETCH_PRIVATE_HOSTS: fake.site.host,
  ATELIER_DATA_PROVIDERS: fake.setting,
  ATELIER_GROWTH_DNS: dns,
})
const { database } = server
const { world, addLead, chain, start, passes, ended, leads, leadOf } = lookupsOn(server, apiKey)

test('202, and a pass finds an address, checks it, and saves each fact with source, time, cost and confidence', async () => {
  const { at, projectId } = await world('hunter', 'zerobounce')
  const id = await addLead(at, projectId, {})
  const reply = await start(at, projectId)
  expect(reply).toMatchObject({ status: 202, body: { status: 'queued', leads: 1, waiting: 1, costUsd: 0 } })
  const pass = await ended(at, projectId)
  expect(pass).toMatchObject({ status: 'finished', reason: null, waiting: 0, found: 1, costUsd: 0.034 })
  const lead = await leadOf(at, projectId, id)
  expect(lead).toMatchObject({ address: 'ada.lovelace@example.com', addressVerdict: 'valid' })
  expect(lead.lookedUpAt).not.toBeNull()
  expect(lead.evidence.find(({ field }) => field === 'email')).toMatchObject({
    value: 'ada.lovelace@example.com',
    source: 'provider',
    provider: 'hunter',
    listId: null,
    costUsd: 0.034,
    confidence: 0.97,
  })
  // Values of the imported list stay as they are.
  expect(lead.evidence.find(({ field }) => field === 'role')).toMatchObject({ value: 'CTO', source: 'list' })
  expect(await at.auditActions(reply.body.id as string)).toEqual(['growth_lookup.start', 'growth_lookup.finish'])
  expect(await at.eventNames(reply.body.id as string)).toEqual(['growth_lookup.started', 'growth_lookup.ended'])
  const found = (await at.member.call(listGrowthChains)).body as { capability: string; providers: unknown[] }[]
  expect(found.find(({ capability }) => capability === 'find_email')!.providers).toContainEqual(
    expect.objectContaining({ provider: 'hunter', asked: 1, found: 1, failed: 0, costUsd: 0.034 }),
  )
  expect(JSON.stringify(await wholeChain(server, at.workspace))).not.toContain('lovelace')
})

test('the chain is asked in its order until one finds something; an address is checked until a check decides', async () => {
  const { at, projectId } = await world('hunter', 'apollo', 'zerobounce', 'neverbounce')
  await chain(at, 'find_email', ['apollo', 'hunter'])
  await chain(at, 'verify_email', ['mail_check', 'neverbounce', 'zerobounce'])
  const found = await addLead(at, projectId, {})
  const checked = await addLead(at, projectId, { address: 'catch@example.com' })
  const refuted = await addLead(at, projectId, { address: 'ada@null.example', domain: 'null.example' })
  fake.seen.length = 0
  await start(at, projectId)
  await ended(at, projectId)
  expect((await leadOf(at, projectId, found)).evidence.find(({ field }) => field === 'email')).toMatchObject({
    provider: 'apollo',
  })
  expect(await leadOf(at, projectId, checked)).toMatchObject({ addressVerdict: 'accept_all' })
  expect(await leadOf(at, projectId, refuted)).toMatchObject({ addressVerdict: 'invalid' })
  expect(fake.seen.map(({ provider }) => provider).toSorted()).toEqual(['apollo', 'neverbounce'])
})

test('without keys, look-ups use DNS and known address patterns', async () => {
  const { at, projectId } = await world()
  await addLead(at, projectId, {
    address: 'grace.hopper@example.com',
    facts: { firstName: 'Grace', lastName: 'Hopper' },
  })
  const id = await addLead(at, projectId, { facts: { firstName: 'Zoë', lastName: 'Müller' } })
  await start(at, projectId)
  expect(await ended(at, projectId)).toMatchObject({ status: 'finished', costUsd: 0 })
  const lead = await leadOf(at, projectId, id)
  expect(lead).toMatchObject({ address: 'zoe.mueller@example.com', addressVerdict: 'unknown' })
  expect(lead.evidence.find(({ field }) => field === 'email')).toMatchObject({
    source: 'built_in',
    provider: 'known_pattern',
    costUsd: 0,
  })
})

test('an answer is used again with its age, and is not paid for twice', async () => {
  const { at, projectId } = await world('hunter')
  await addLead(at, projectId, {})
  await start(at, projectId)
  const first = await ended(at, projectId)
  const other = await growthProjectIn(server, at)
  const id = await addLead(at, other, {})
  await asOwner(server, `update growth_lookup_cache set found_at = now() - interval '3 days' where workspace_id = $1`, [
    at.workspace,
  ])
  await start(at, other)
  const second = await ended(at, other)
  expect([first.costUsd, second.costUsd]).toEqual([0.034, 0])
  const email = (await leadOf(at, other, id)).evidence.find(({ field }) => field === 'email')!
  expect(email.costUsd).toBe(0)
  expect(Date.now() - Date.parse(email.at as string)).toBeGreaterThan(2.9 * 86_400_000)
  expect(await database.within(at.workspace, (tx) => cachedOfPerson(tx, 'Ada.Lovelace@example.com'))).toMatchObject([
    { capability: 'find_email', provider: 'hunter', result: { email: 'ada.lovelace@example.com' } },
  ])
  await database.within(at.workspace, (tx) => eraseCached(tx, 'Ada.Lovelace@example.com'))
  expect(await at.rows('growth_lookup_cache')).toEqual([])
})

test('a pass stops at a limit with its name; leads that are left wait, and the next pass pays for nothing twice', async () => {
  const { at, projectId } = await world('hunter')
  await at.owner.call(updateGrowthSettings, { body: { hardCapUsd: 0.07 } })
  for (const lastName of ['One', 'Two', 'Three', 'Four', 'Five'])
    await addLead(at, projectId, { domain: `${lastName.toLowerCase()}.example.com`, facts: { lastName } })
  await chain(at, 'find_email', ['hunter'])
  await start(at, projectId)
  expect(await ended(at, projectId)).toMatchObject({
    status: 'stopped',
    reason: 'hard_cap',
    waiting: 3,
    costUsd: 0.068,
  })
  expect((await at.member.call(getGrowthSettings)).body).toMatchObject({ month: { spentUsd: 0.068, heldUsd: 0 } })
  expect((await leads(at, projectId)).filter(({ lookedUpAt }) => lookedUpAt !== null)).toHaveLength(2)
  await at.owner.call(updateGrowthSettings, { body: { hardCapUsd: 1 } })
  await start(at, projectId)
  expect(await ended(at, projectId)).toMatchObject({ status: 'finished', leads: 3, costUsd: 0.102 })
})

test('a provider that fails, answers wrongly or bills for nothing costs the reserved amount, and the chain continues', async () => {
  const { at, projectId } = await world('hunter', 'apollo')
  await chain(at, 'find_email', ['hunter', 'apollo'])
  const id = await addLead(at, projectId, {})
  fake.odd.hunter = { status: 200, body: '<html>' }
  await start(at, projectId)
  const pass = await ended(at, projectId)
  delete fake.odd.hunter
  expect(pass).toMatchObject({ status: 'finished', costUsd: 0.059 })
  expect(await leadOf(at, projectId, id)).toMatchObject({ address: 'ada.lovelace@example.com' })
  const rows = await at.rows('growth_provider_call')
  expect(rows.find(({ provider }) => provider === 'hunter')).toMatchObject({ status: 'failed', failure: 'unreadable' })
})

test('a provider whose last look-ups all failed rests for a while', async () => {
  const { at, projectId } = await world('hunter')
  await chain(at, 'find_email', ['hunter'])
  for (let index = 0; index < 12; index += 1) await addLead(at, projectId, { domain: `d${index}.example.com` })
  fake.odd.hunter = { status: 500, body: '{}' }
  fake.seen.length = 0
  await start(at, projectId)
  await ended(at, projectId)
  delete fake.odd.hunter
  // Four leads are looked up at the same time.
  expect(fake.seen.length).toBeLessThanOrEqual(3 + 4)
  expect((await leads(at, projectId)).every(({ lookedUpAt }) => lookedUpAt !== null)).toBe(true)
})

test('nothing is looked up about who is on the do-not-contact list', async () => {
  const { at, projectId } = await world('hunter', 'zerobounce')
  await at.member.call(addGrowthSuppressions, { body: { entries: ['blocked.example', 'eve@example.com'] } })
  const ids = [
    await addLead(at, projectId, { domain: 'blocked.example' }),
    await addLead(at, projectId, { address: 'eve@example.com' }),
  ]
  fake.seen.length = 0
  await start(at, projectId)
  expect(await ended(at, projectId)).toMatchObject({ status: 'finished', lookups: 0, waiting: 0 })
  expect(fake.seen).toEqual([])
  for (const id of ids) expect(await leadOf(at, projectId, id)).toMatchObject({ lookedUpAt: null })
})

test('an address that another lead has already is not given to a second one', async () => {
  const { at, projectId } = await world('hunter')
  await chain(at, 'find_email', ['hunter'])
  const known = await addLead(at, projectId, { address: 'ada.lovelace@example.com' })
  const second = await addLead(at, projectId, {})
  await start(at, projectId)
  expect(await ended(at, projectId)).toMatchObject({ status: 'finished' })
  expect(await leadOf(at, projectId, known)).toMatchObject({ address: 'ada.lovelace@example.com' })
  expect(await leadOf(at, projectId, second)).toMatchObject({ address: null, addressVerdict: null })
})

test('hostile facts become plain text in a single line', async () => {
  const { at, projectId } = await world('hunter')
  const id = await addLead(at, projectId, { address: 'ada@example.com', facts: { role: '' } })
  await asOwner(server, `update growth_lead set evidence = evidence - 'role' where id = $1`, [id])
  const title = '=cmd|calc\u0000\u202e<b>\r\nBcc: eve@example.com'
  const person = { data: { name: { fullName: 'x'.repeat(5_000) }, employment: { title } } }
  await chain(at, 'verify_email', ['mail_check'])
  await chain(at, 'enrich_person', ['hunter'])
  fake.odd.hunter = { status: 200, body: JSON.stringify(person) }
  await start(at, projectId)
  await ended(at, projectId)
  delete fake.odd.hunter
  const role = (await leadOf(at, projectId, id)).evidence.find(({ field }) => field === 'role')!
  expect(role.value).toBe('=cmd|calc\ufffd <b> Bcc: eve@example.com')
})

test('409 if no lead waits or the growth project is archived; 404 for a neighbour; 403 for a client', async () => {
  const { at, projectId } = await world()
  expectError(await unchanged(server, () => start(at, projectId)), 409, 'growth_no_lead_to_look_up')
  const { at: neighbour } = await world()
  expectError(await unchanged(server, () => start(neighbour, projectId)), 404, 'not_found')
  expectError(await neighbour.member.call(listGrowthLookups, { projectId }), 404, 'not_found')
  expectError(await unchanged(server, () => at.client.call(startGrowthLookup, { projectId })), 404, 'not_found')
  await addLead(at, projectId, {})
  await at.member.call(archiveGrowthProject, { projectId })
  expectError(await unchanged(server, () => start(at, projectId)), 409, 'growth_project_archived')
})

test('with ten starts at once, each lead is looked up by one pass', async () => {
  const { at, projectId } = await world('hunter')
  for (const lastName of ['One', 'Two', 'Three'])
    await addLead(at, projectId, { domain: `${lastName.toLowerCase()}.example.com`, facts: { lastName } })
  const replies = await Promise.all(Array.from({ length: 10 }, () => start(at, projectId)))
  const began = replies.filter(({ status }) => status === 202)
  expect(began.reduce((sum, { body }) => sum + Number(body.leads), 0)).toBe(3)
  expect(replies.filter(({ status }) => status !== 202).every(({ status }) => status === 409)).toBe(true)
  await expect.poll(async () => (await passes(at, projectId)).every(({ endedAt }) => endedAt !== null)).toBe(true)
  expect((await at.rows('growth_provider_call')).filter(({ provider }) => provider === 'hunter')).toHaveLength(3)
})
