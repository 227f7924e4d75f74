import { at, bare, textAt } from '../../web/index.ts'
import type { LookupAnswer, LookupInput } from '../lookup.ts'
import { facts, known, scoreOf, type DataProviderApi, type LookupExchange } from '../provider-api.ts'

const ask = (apiKey: string, path: string, query: Readonly<Record<string, string | undefined>>) =>
  bare('GET', `/v5/${path}?${new URLSearchParams(facts(query) as Record<string, string>).toString()}`, {
    'x-api-key': apiKey,
  })

/** Below this the match is more likely another company. */
const likelihoodLeast = '4'

// Company fields are at the top of the answer, fields of a person under `data`.
const company = (query: (input: LookupInput) => Readonly<Record<string, string | undefined>>): LookupExchange => ({
  request: (apiKey, input) => ask(apiKey, 'company/enrich', { ...query(input), min_likelihood: likelihoodLeast }),
  answer: (_status, body): LookupAnswer | undefined => {
    if (at(body, 'status') !== 200) return undefined
    const name = known(textAt(body, 'display_name')) ?? known(textAt(body, 'name'))
    if (name === undefined) return 'not_found'
    const confidence = scoreOf(at(body, 'likelihood'), 10, 0.5)
    const domain = known(textAt(body, 'website'))
    const country = known(textAt(body, 'location', 'country'))
    return { found: { company: name, confidence, ...facts({ domain, country }) } }
  },
})

/** Source: docs.peopledatalabs.com, Company Enrichment and Person Enrichment. A match is billed; 404 is free. */
export const peopledatalabs: DataProviderApi = {
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
        ask(apiKey, 'person/enrich', { email, first_name: firstName, last_name: lastName, company: domain }),
      answer: (_status, body) => {
        const data = at(body, 'data')
        if (data === undefined) return undefined
        const name = known(textAt(data, 'full_name'))
        const role = known(textAt(data, 'job_title'))
        if (name === undefined && role === undefined) return 'not_found'
        return { found: { confidence: scoreOf(at(body, 'likelihood'), 10, 0.5), ...facts({ name, role }) } }
      },
    },
  },
  notFoundStatuses: [404],
}
