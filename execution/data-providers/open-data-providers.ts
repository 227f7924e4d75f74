import { setTimeout } from 'node:timers/promises'
import { jsonOf } from '../../packages/foreign-json/index.ts'
import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'
import { at, bare, dataProviderAddresses, listAt, post, textAt } from '../web/index.ts'
import type { DataProviderId, ProviderRequest } from '../web/index.ts'
import { capabilities, LookupRefusal } from './lookup.ts'
import type { Capability, LookupAnswer, LookupInput, LookupRefusalReason, Verdict } from './lookup.ts'
import { facts, get, personFound, scoreOf, textOf, type DataProviderApi, type LookupExchange } from './provider-api.ts'
import { apollo } from './providers/apollo.ts'
import { hunter } from './providers/hunter.ts'
import { zerobounce } from './providers/zerobounce.ts'

/** Below this the match is more likely another company. */
const likelihoodLeast = '4'

// Company fields are at the top of the answer, fields of a person under `data`.
const company = (query: (input: LookupInput) => Readonly<Record<string, string | undefined>>): LookupExchange => ({
  request: (apiKey, input) => get(apiKey, '/v5/company/enrich', { ...query(input), min_likelihood: likelihoodLeast }),
  answer: (_status, body): LookupAnswer | undefined => {
    if (at(body, 'status') !== 200) return undefined
    const name = textOf(body, 'display_name') ?? textOf(body, 'name')
    if (name === undefined) return 'not_found'
    const confidence = scoreOf(at(body, 'likelihood'), 10, 0.5)
    const domain = textOf(body, 'website')
    const country = textOf(body, 'location', 'country')
    return { found: { company: name, confidence, ...facts({ domain, country }) } }
  },
})

/** Source: docs.peopledatalabs.com, Company Enrichment and Person Enrichment. A match is billed; 404 is free. */
const peopledatalabs: DataProviderApi = {
  label: 'People Data Labs',
  prices: {
    find_company: { micros: 100_000, billed: 'found' },
    enrich_company: { micros: 100_000, billed: 'found' },
    enrich_person: { micros: 280_000, billed: 'found' },
  },
  exchanges: {
    find_company: company(({ company: name }) => ({ name })),
    enrich_company: company(({ domain }) => ({ website: domain })),
    enrich_person: {
      request: (apiKey, { email, firstName, lastName, domain }) =>
        get(apiKey, '/v5/person/enrich', { email, first_name: firstName, last_name: lastName, company: domain }),
      answer: (_status, body) => {
        const data = at(body, 'data')
        if (data === undefined) return undefined
        const confidence = scoreOf(at(body, 'likelihood'), 10, 0.5)
        return personFound(confidence, textOf(data, 'full_name'), textOf(data, 'job_title'))
      },
    },
  },
  notFoundStatuses: [404],
}

const verdictOf: Readonly<Record<string, Verdict>> = {
  valid: 'valid',
  catchall: 'accept_all',
  unknown: 'unknown',
  invalid: 'invalid',
  disposable: 'invalid',
}

const refusals: Readonly<Record<string, LookupRefusalReason>> = {
  auth_failure: 'key',
  throttle_triggered: 'busy',
  temp_unavail: 'busy',
  bad_referrer: 'key',
  general_failure: 'failed',
}

/** Source: developers.neverbounce.com, v4, single/check. Every answer is 200; `status` has the result. */
const neverbounce: DataProviderApi = {
  label: 'NeverBounce',
  prices: { verify_email: { micros: 8_000, billed: 'asked' } },
  exchanges: {
    verify_email: {
      request: (apiKey, { email = '' }) => post('/v4/single/check', {}, { key: apiKey, email, timeout: 10 }),
      answer: (_status, body) => {
        const verdict = verdictOf[textAt(body, 'result')]
        return verdict && { found: { verdict, confidence: verdict === 'unknown' ? 0.3 : 0.95 } }
      },
    },
  },
  refusal: (_status, body) => refusals[textAt(body, 'status')],
}

const keyed = (apiKey: string) => ({ 'x-access-token': apiKey })

const answer = (_status: number, body: unknown): LookupAnswer | undefined => {
  // 200 with `success: false` while the request is at work.
  if (at(body, 'success') === false) return 'pending'
  const [record] = listAt(body, 'data')
  if (record === undefined) return undefined
  const [best] = listAt(record, 'email')
  const email = textOf(best, 'email')
  if (email === undefined) return 'not_found'
  const isOfPerson = textAt(best, 'qualification').startsWith('nominative')
  return { found: { email, confidence: isOfPerson ? 0.9 : 0.5, ...facts({ role: textOf(record, 'job') }) } }
}

/** Source: developer.dropcontact.com. It answers only in the background, and bills addresses that it found. */
const dropcontact: DataProviderApi = {
  label: 'Dropcontact',
  prices: { find_email: { micros: 60_000, billed: 'found' } },
  exchanges: {},
  background: {
    find_email: {
      begin: {
        request: (apiKey, { domain, firstName, lastName }) =>
          post('/v1/enrich/all', keyed(apiKey), {
            data: [{ first_name: firstName, last_name: lastName, website: domain }],
            siren: false,
            language: 'en',
          }),
        answer: (body) => (at(body, 'success') === true ? textOf(body, 'request_id') : undefined),
      },
      look: {
        request: (apiKey, id) => bare('GET', `/v1/enrich/all/${encodeURIComponent(id)}`, keyed(apiKey)),
        answer,
      },
    },
  },
  refusal: (status) => (status === 403 ? 'key' : undefined),
}

const apis: Readonly<Record<DataProviderId, DataProviderApi>> = {
  hunter,
  apollo,
  peopledatalabs,
  zerobounce,
  neverbounce,
  dropcontact,
}

/** When the prices were entered by hand. They were compared with no price list. */
export const pricedOn = '2026-11-25'

export const dataProviderIds = Object.keys(dataProviderAddresses) as [DataProviderId, ...DataProviderId[]]

export const dataProviderFacts = (provider: DataProviderId) => {
  const { label, exchanges, background = {}, prices } = apis[provider]
  const inBackground = capabilities.filter((one) => background[one] !== undefined)
  return {
    label,
    prices,
    background: inBackground,
    capabilities: capabilities.filter((one) => exchanges[one] !== undefined || inBackground.includes(one)),
  }
}

interface LookupQuestion {
  readonly provider: DataProviderId
  readonly apiKey: string
  readonly capability: Capability
  readonly input: LookupInput
  readonly signal: AbortSignal
}

/** The way to providers of company data. Keys come with each question and are not kept. */
export interface DataProviders {
  /** Asks once; a provider that is still at work is looked at again within the time for one look-up. Throws LookupRefusal, or the reason of `signal`. */
  ask(question: LookupQuestion): Promise<Exclude<LookupAnswer, 'pending'>>
}

interface DataProviderSettings {
  readonly fetcher: Fetcher
  /** Addresses in the place of the public ones. */
  readonly addresses?: Readonly<Partial<Record<DataProviderId, string>>>
  /** For one request. */
  readonly withinMs?: number
  /** Between two looks at a provider that is at work. */
  readonly pauseMs?: number
}

/** The longest time for a look-up: a reservation is held no longer. */
export const lookupMostMs = 90_000

// Answers of a person with every job they had are some 100 KiB.
const answerMost = 2 * 2 ** 20
const looksMost = 4

export const openDataProviders = (settings: DataProviderSettings): DataProviders => {
  const { fetcher, addresses = {}, withinMs = 20_000, pauseMs = 5_000 } = settings
  const send = async (provider: DataProviderId, request: ProviderRequest, signal: AbortSignal) => {
    const { label, refusal, notFoundStatuses = [] } = apis[provider]
    const { path, ...outgoing } = request
    const url = `${(addresses[provider] ?? dataProviderAddresses[provider]).replace(/\/{1,99}$/, '')}${path}`
    const { status, bytes } = await fetcher
      .send({ ...outgoing, url, maxBytes: answerMost, withinMs, signal })
      .catch((error: unknown) => {
        if (!(error instanceof FetchRefusal)) throw error
        throw new LookupRefusal(error.reason === 'slow' ? 'slow' : 'failed', label, error)
      })
    const body = jsonOf(bytes)
    if (notFoundStatuses.includes(status)) return { status, body, isMissing: true }
    const reason = refusal?.(status, body) ?? reasonOf(status)
    if (reason) throw new LookupRefusal(reason, label)
    return { status, body, isMissing: false }
  }
  return {
    ask: async ({ provider, apiKey, capability, input, signal }) => {
      const { label, exchanges, background } = apis[provider]
      const inBackground = background?.[capability]
      const direct = exchanges[capability]
      let look = () => send(provider, direct!.request(apiKey, input), signal)
      if (!direct && !inBackground) throw new LookupRefusal('request', label)
      if (inBackground) {
        const beginning = await send(provider, inBackground.begin.request(apiKey, input), signal)
        const id = inBackground.begin.answer(beginning.body)
        if (id === undefined) throw new LookupRefusal('unreadable', label)
        look = () => send(provider, inBackground.look.request(apiKey, id), signal)
      }
      const answerOf = inBackground ? inBackground.look.answer : direct!.answer
      for (let looks = 0; looks < looksMost; looks += 1) {
        if (looks > 0 || inBackground) await pause(pauseMs * (looks + 1), signal)
        const { status, body, isMissing } = await look()
        const answer = isMissing ? 'not_found' : answerOf(status, body)
        if (answer === undefined) throw new LookupRefusal('unreadable', label)
        if (answer !== 'pending') return answer
      }
      throw new LookupRefusal('slow', label)
    },
  }
}

const pause = async (ms: number, signal: AbortSignal) => {
  await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}

const byStatus: Readonly<Record<number, LookupRefusalReason>> = {
  401: 'key',
  402: 'used',
  403: 'key',
  408: 'slow',
  429: 'busy',
  504: 'slow',
}

const reasonOf = (status: number): LookupRefusalReason | undefined => {
  if (status >= 200 && status <= 299) return undefined
  return byStatus[status] ?? (status >= 500 ? 'failed' : 'request')
}
