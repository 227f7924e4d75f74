import { expect, test } from 'vitest'
import { openFetcher } from '../../../platform/fetch/index.ts'
import { openWeb } from '../../../execution/web/index.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { loopbackSite } from '../../../testing/network/loopback-site.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { askBuiltIn } from '../providers/ask-built-in.ts'
import { updateGrowthSettings } from '../settings/contract.ts'
import { getGrowthIndexStats } from './contract.ts'
import { isShareable, legalFormOf, nameKeyOf } from './rules.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const imprint = 'Example Works GmbH<br>Erika Mustermann<br>HRB 123456 B<br>USt-IdNr.: DE123456789'
const site = await loopbackSite((request, response) => {
  response.setHeader('content-type', 'text/html')
  if (request.url === '/') return void response.end('<a href="/impressum">Impressum</a>')
  if (request.url === '/impressum') return void response.end(`<p>${imprint}</p>`)
  return void response.writeHead(404).end()
})
const web = openWeb({ fetcher: openFetcher({ privateHosts: [site.host] }), pauseMs: 0 })
/** Reads the site on loopback in the place of the requested site. */
const onLoopback = {
  readPage: (url: string, signal: AbortSignal) => web.readPage(url.replace('https://works.example', site.url), signal),
}
const parts = { web: onLoopback, mailDns: { check: () => Promise.resolve('unknown' as const) } }
const within = ({ workspace }: Scene) => server.database.within.bind(server.database, workspace) as never
const signal = AbortSignal.timeout(60_000)
const enrich = (at: Scene, domain = 'works.example') =>
  askBuiltIn.imprint(parts, within(at), { capability: 'enrich_company', input: { domain }, signal })
const stats = async (at: Scene) => (await at.member.call(getGrowthIndexStats)).body as object

test('the index gets a company only from a workspace that contributes, and another workspace finds it there', async () => {
  const [at, neighbour] = await Promise.all([scene(server), scene(server)])
  const found = { found: { company: 'Example Works GmbH', country: 'DE', confidence: 0.9 } }
  expect(await stats(at)).toEqual({ companies: 0, supplied: 0 })
  expect(await enrich(at)).toEqual(found)
  expect(await stats(at)).toEqual({ companies: 0, supplied: 0 })
  await at.owner.call(updateGrowthSettings, { body: { contributesToIndex: true } })
  await enrich(at)
  await enrich(at)
  expect([await stats(at), await stats(neighbour)]).toEqual([
    { companies: 1, supplied: 1 },
    { companies: 1, supplied: 0 },
  ])
  const ask = (capability: 'find_company' | 'enrich_company', input: object) =>
    askBuiltIn.company_index(parts, within(neighbour), { capability, input, signal })
  expect(await ask('find_company', { company: 'EXAMPLE works' })).toMatchObject({ found: { domain: 'works.example' } })
  expect(await ask('enrich_company', { domain: 'works.example' })).toMatchObject(found)
  expect(await ask('find_company', { company: 'Other' })).toBe('not_found')
})

test('a row of the index names no workspace and no person', async () => {
  const at = await scene(server)
  await at.owner.call(updateGrowthSettings, { body: { contributesToIndex: true } })
  await enrich(at)
  const rows = await asOwner(server, 'select * from growth_company', [])
  const text = JSON.stringify(rows)
  expect(text).toContain('HRB 123456 B')
  expect(text).not.toContain('Mustermann')
  expect(text).not.toContain(at.workspace)
})

test('a website that does not answer changes nothing about its company', async () => {
  const at = await scene(server)
  expect(await enrich(at, '127.0.0.1')).toBe('unreachable')
})

test('403 for a client', async () => {
  expectError(await (await scene(server)).client.call(getGrowthIndexStats), 403, 'forbidden')
})

test.each([
  ['Example GmbH', 'gmbh', 'example'],
  ['Example & Söhne GmbH & Co. KG', 'gmbh & co. kg', 'example söhne'],
  ['Example, Inc.', 'inc.', 'example'],
  ['Erika Mustermann', undefined, 'erika mustermann'],
  ['Basel', undefined, 'basel'],
])('%j has the legal form %j', (name, form, key) => {
  expect([legalFormOf(name), nameKeyOf(name)]).toEqual([form, key])
})

test('a company that may be a person is not shared', () => {
  const facts = { domain: 'a.example', country: null, imprintUrl: 'https://a.example/', registerNumber: null }
  expect(isShareable({ ...facts, name: 'Erika Mustermann', vatNumber: 'DE123456789' })).toBe(false)
  expect(isShareable({ ...facts, name: 'Example GmbH', vatNumber: null })).toBe(false)
  expect(isShareable({ ...facts, name: 'Example GmbH', vatNumber: 'DE123456789' })).toBe(true)
})
