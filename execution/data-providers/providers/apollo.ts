import { at, bare, post, textAt } from '../../web/index.ts'
import type { LookupAnswer, LookupInput, Verdict } from '../lookup.ts'
import { facts, personFound, textOf, type DataProviderApi, type LookupExchange } from '../provider-api.ts'

const keyed = (apiKey: string) => ({ 'x-api-key': apiKey, 'cache-control': 'no-cache' })

const verdictOf: Readonly<Record<string, Verdict>> = { verified: 'valid', unverified: 'unknown', invalid: 'invalid' }

const match = (apiKey: string, { domain, company, firstName, lastName, email }: LookupInput) =>
  post(
    '/api/v1/people/match',
    keyed(apiKey),
    facts({ domain, organization_name: company, first_name: firstName, last_name: lastName, email }),
  )

const organization = (query: (input: LookupInput) => Readonly<Record<string, string>>): LookupExchange => ({
  request: (apiKey, input) =>
    bare('GET', `/api/v1/organizations/enrich?${new URLSearchParams(query(input)).toString()}`, keyed(apiKey)),
  answer: (_status, body): LookupAnswer | undefined => {
    const found = at(body, 'organization')
    if (found === undefined) return typeof body === 'object' && body !== null ? 'not_found' : undefined
    const company = textOf(found, 'name')
    const domain = textOf(found, 'primary_domain')
    if (company === undefined && domain === undefined) return 'not_found'
    const country = textOf(found, 'country')
    return { found: { confidence: 0.8, ...facts({ company, domain, country }) } }
  },
})

/** Source: docs.apollo.io, People Enrichment and Organization Enrichment. A person that is not found is null. */
export const apollo: DataProviderApi = {
  label: 'Apollo',
  prices: {
    find_email: { micros: 25_000, billed: 'found' },
    find_company: { micros: 25_000, billed: 'found' },
    enrich_company: { micros: 25_000, billed: 'found' },
    enrich_person: { micros: 25_000, billed: 'found' },
  },
  exchanges: {
    find_email: {
      request: match,
      answer: (_status, body) => {
        const person = at(body, 'person')
        if (person === undefined) return undefined
        const email = textOf(person, 'email')
        // An address that the plan does not show is a text that begins so.
        if (email === undefined || email.startsWith('email_not_unlocked@')) return 'not_found'
        const verdict = verdictOf[textAt(person, 'email_status')] ?? 'unknown'
        const confidence = verdict === 'valid' ? 0.95 : 0.6
        return { found: { email, verdict, confidence, ...facts({ role: textOf(person, 'title') }) } }
      },
    },
    find_company: organization(({ company = '' }) => ({ name: company })),
    enrich_company: organization(({ domain = '' }) => ({ domain })),
    enrich_person: {
      request: match,
      answer: (_status, body) => {
        const person = at(body, 'person')
        if (person === undefined) return undefined
        return personFound(0.8, textOf(person, 'name'), textOf(person, 'title'))
      },
    },
  },
  notFoundStatuses: [404],
  refusal: (status) => (status === 403 ? 'key' : status === 422 ? 'request' : undefined),
}
