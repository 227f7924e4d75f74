import { at, textAt } from '../../web/index.ts'
import type { Verdict } from '../lookup.ts'
import { facts, get, personFound, scoreOf, textOf, type DataProviderApi } from '../provider-api.ts'

const verdictOf: Readonly<Record<string, Verdict>> = {
  valid: 'valid',
  invalid: 'invalid',
  disposable: 'invalid',
  accept_all: 'accept_all',
  webmail: 'unknown',
  unknown: 'unknown',
}

/** Source: hunter.io/api-documentation/v2. A verification that takes longer answers 202 and is asked for again. */
export const hunter: DataProviderApi = {
  label: 'Hunter',
  prices: {
    find_email: { micros: 34_000, billed: 'found' },
    verify_email: { micros: 17_000, billed: 'asked' },
    find_company: { micros: 34_000, billed: 'found' },
    enrich_company: { micros: 7_000, billed: 'found' },
    enrich_person: { micros: 7_000, billed: 'found' },
  },
  exchanges: {
    find_email: {
      request: (apiKey, { domain, firstName, lastName }) =>
        get(apiKey, '/v2/email-finder', { domain, first_name: firstName, last_name: lastName }),
      answer: (_status, body) => {
        const data = at(body, 'data')
        if (typeof data !== 'object' || data === null) return undefined
        const email = textOf(data, 'email')
        if (email === undefined) return 'not_found'
        const confidence = scoreOf(at(data, 'score'), 100, 0.5)
        const verdict = verdictOf[textAt(data, 'verification', 'status')]
        return { found: { email, confidence, ...facts({ verdict, role: textOf(data, 'position') }) } }
      },
    },
    verify_email: {
      request: (apiKey, { email }) => get(apiKey, '/v2/email-verifier', { email }),
      answer: (status, body) => {
        if (status === 202) return 'pending'
        const verdict = verdictOf[textAt(body, 'data', 'status')]
        return verdict && { found: { verdict, confidence: scoreOf(at(body, 'data', 'score'), 100, 0.5) } }
      },
    },
    find_company: {
      request: (apiKey, { company }) => get(apiKey, '/v2/domain-search', { company, limit: '1' }),
      answer: (_status, body) => {
        if (at(body, 'data') === undefined) return undefined
        const domain = textOf(body, 'data', 'domain')
        const company = textOf(body, 'data', 'organization')
        return domain === undefined ? 'not_found' : { found: { domain, confidence: 0.7, ...facts({ company }) } }
      },
    },
    enrich_company: {
      request: (apiKey, { domain }) => get(apiKey, '/v2/companies/find', { domain }),
      answer: (_status, body) => {
        const company = textOf(body, 'data', 'legalName') ?? textOf(body, 'data', 'name')
        if (at(body, 'data') === undefined) return undefined
        const country = textOf(body, 'data', 'geo', 'countryCode') ?? textOf(body, 'data', 'geo', 'country')
        return company === undefined ? 'not_found' : { found: { company, confidence: 0.8, ...facts({ country }) } }
      },
    },
    enrich_person: {
      request: (apiKey, { email }) => get(apiKey, '/v2/people/find', { email }),
      answer: (_status, body) => {
        if (at(body, 'data') === undefined) return undefined
        return personFound(0.8, textOf(body, 'data', 'name', 'fullName'), textOf(body, 'data', 'employment', 'title'))
      },
    },
  },
  notFoundStatuses: [404],
  // 403 is the rate of requests and 429 the quota of the month. 451: the person asked Hunter not to be shown.
  refusal: (status) => (status === 403 ? 'busy' : status === 429 ? 'used' : status === 451 ? 'request' : undefined),
}
