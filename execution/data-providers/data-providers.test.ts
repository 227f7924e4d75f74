import { expect, test } from 'vitest'
import { openFetcher } from '../../platform/fetch/index.ts'
import { fakeDataProviders } from '../../testing/growth/data-providers.ts'
import { dnsServer } from '../../testing/network/dns-server.ts'
import { dataProviderAddresses } from '../web/index.ts'
import {
  dataProviderFacts,
  dataProviderIds,
  openDataProviders,
  openMailDns,
  LookupRefusal,
  type Capability,
  type LookupInput,
} from './index.ts'

const apiKey = 'key-of-the-workspace-41fd'
const fake = await fakeDataProviders(apiKey)
const fetcher = openFetcher({ privateHosts: [fake.site.host] })
const providers = openDataProviders({ fetcher, addresses: fake.addresses, pauseMs: 1 })

const ada = { firstName: 'Ada', lastName: 'Lovelace', domain: 'example.com', company: 'Example Ltd' }
type Provider = (typeof dataProviderIds)[number]
const ask = (provider: Provider, capability: Capability, input: LookupInput = ada, key = apiKey) =>
  providers.ask({ provider, capability, input, apiKey: key, signal: AbortSignal.timeout(20_000) })
const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(LookupRefusal)
  return error as LookupRefusal
}

test.each<[Provider, Capability, LookupInput, object]>([
  ['hunter', 'find_email', ada, { email: 'ada.lovelace@example.com', verdict: 'valid', role: 'Engineer' }],
  ['hunter', 'verify_email', { email: 'catch@example.com' }, { verdict: 'accept_all' }],
  ['hunter', 'find_company', ada, { domain: 'example.com' }],
  ['hunter', 'enrich_company', ada, { company: 'Example Ltd', country: 'AT' }],
  ['hunter', 'enrich_person', { email: 'ada@example.com' }, { role: 'Mathematician' }],
  ['apollo', 'find_email', ada, { email: 'ada.lovelace@example.com', verdict: 'valid' }],
  ['apollo', 'find_company', ada, { domain: 'example.com' }],
  ['apollo', 'enrich_company', ada, { company: 'Example', country: 'Germany' }],
  ['apollo', 'enrich_person', ada, { name: 'Ada Lovelace', role: 'Founder' }],
  ['peopledatalabs', 'find_company', ada, { domain: 'example.com', confidence: 0.8 }],
  ['peopledatalabs', 'enrich_company', ada, { country: 'germany' }],
  ['peopledatalabs', 'enrich_person', ada, { name: 'ada lovelace' }],
  ['zerobounce', 'verify_email', { email: 'invalid@example.com' }, { verdict: 'invalid' }],
  ['neverbounce', 'verify_email', { email: 'catch@example.com' }, { verdict: 'accept_all' }],
  ['dropcontact', 'find_email', ada, { email: 'ada@example.com', role: 'Engineer' }],
])('%s answers %s', async (provider, capability, input, found) => {
  expect(await ask(provider, capability, input)).toMatchObject({ found })
})

test('every capability has two public APIs at least, each with a price, and each address is https', () => {
  for (const capability of ['find_email', 'verify_email', 'find_company', 'enrich_company', 'enrich_person'] as const) {
    const able = dataProviderIds.filter((id) => dataProviderFacts(id).capabilities.includes(capability))
    expect(able.length).toBeGreaterThanOrEqual(2)
    for (const id of able) expect(dataProviderFacts(id).prices[capability]!.micros).toBeGreaterThan(0)
  }
  for (const address of Object.values(dataProviderAddresses)) expect(address).toMatch(/^https:\/\//)
})

test('an unknown person or company is no error', async () => {
  const nobody = { ...ada, lastName: 'Nobody', company: 'Nobody' }
  expect(await ask('hunter', 'find_email', nobody)).toBe('not_found')
  expect(await ask('hunter', 'find_company', nobody)).toBe('not_found')
  expect(await ask('apollo', 'find_email', nobody)).toBe('not_found')
  expect(await ask('peopledatalabs', 'find_company', nobody)).toBe('not_found')
})

test('a verification that is at work is asked for again', async () => {
  fake.seen.length = 0
  expect(await ask('hunter', 'verify_email', { email: 'slow@example.com' })).toMatchObject({
    found: { verdict: 'valid' },
  })
  expect(fake.seen).toHaveLength(2)
})

test.each(dataProviderIds)('%s refuses a wrong key with a sentence that does not have it', async (provider) => {
  const [capability] = dataProviderFacts(provider).capabilities
  const error = await refusal(ask(provider, capability!, { ...ada, email: 'ada@example.com' }, 'wrong-9a7b'))
  expect(error).toMatchObject({ reason: 'key', isPerhapsBilled: false })
  expect(`${error.message} ${String(error.cause)}`).not.toContain('9a7b')
})

test.each<[string, { status: number; body: string }, string, boolean]>([
  ['a page of HTML', { status: 200, body: '<html>Sorry</html>' }, 'unreadable', true],
  ['an empty answer', { status: 200, body: '' }, 'unreadable', true],
  ['another form', { status: 200, body: '[1,2,3]' }, 'unreadable', true],
  ['null', { status: 200, body: 'null' }, 'unreadable', true],
  ['a failure', { status: 500, body: '{}' }, 'failed', true],
  ['a spent plan', { status: 429, body: '{}' }, 'used', false],
  ['a redirect', { status: 302, body: '' }, 'failed', true],
  ['three megabytes', { status: 200, body: `"${'x'.repeat(3 * 2 ** 20)}"` }, 'failed', true],
])('%s is a refusal that says whether it may have been billed', async (_name, answer, reason, isPerhapsBilled) => {
  fake.odd.hunter = answer
  const error = await refusal(ask('hunter', 'find_email'))
  delete fake.odd.hunter
  expect(error).toMatchObject({ reason, isPerhapsBilled })
})

test('a provider that is silent is abandoned after its time', async () => {
  fake.odd.zerobounce = 'silence'
  const hasty = openDataProviders({ fetcher, addresses: fake.addresses, withinMs: 300 })
  const signal = AbortSignal.timeout(20_000)
  const input = { email: 'a@example.com' }
  const error = await refusal(hasty.ask({ provider: 'zerobounce', capability: 'verify_email', input, apiKey, signal }))
  delete fake.odd.zerobounce
  expect(error).toMatchObject({ reason: 'slow', isPerhapsBilled: true })
})

test('DNS refutes a domain, and never hangs', async () => {
  const server = await dnsServer({
    'example.com': { mx: ['mx1.example.com', 'mx2.example.com'] },
    'null.example': { mx: ['.'], a: ['192.0.2.1'] },
    'address.example': { a: ['192.0.2.1'] },
    'empty.example': {},
    'odd.example': { mx: ['localhost'], a: ['192.0.2.1'] },
    'silent.example': 'silence',
    'broken.example': 'broken',
  })
  const dns = openMailDns({ servers: [server] })
  const answers = ['example.com', 'null.example', 'address.example', 'empty.example', 'odd.example', 'gone.example']
  expect(await Promise.all(answers.map((domain) => dns.check(domain)))).toEqual([
    'takes_mail',
    'no_mail',
    'takes_mail',
    'no_mail',
    'no_mail',
    'no_mail',
  ])
  const hasty = openMailDns({ servers: [server], timeoutMs: 200 })
  const begun = Date.now()
  expect(await Promise.all(['silent.example', 'broken.example'].map((domain) => hasty.check(domain)))).toEqual([
    'unknown',
    'unknown',
  ])
  expect(Date.now() - begun).toBeLessThan(5_000)
})
