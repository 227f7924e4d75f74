import { at, bare, listAt, post, textAt } from '../../web/index.ts'
import type { LookupAnswer } from '../lookup.ts'
import { facts, known, type DataProviderApi } from '../provider-api.ts'

const keyed = (apiKey: string) => ({ 'x-access-token': apiKey })

const answer = (_status: number, body: unknown): LookupAnswer | undefined => {
  // 200 with `success: false` while the request is at work.
  if (at(body, 'success') === false) return 'pending'
  const [record] = listAt(body, 'data')
  if (record === undefined) return undefined
  const [best] = listAt(record, 'email')
  const email = known(textAt(best, 'email'))
  if (email === undefined) return 'not_found'
  const isOfPerson = textAt(best, 'qualification').startsWith('nominative')
  return { found: { email, confidence: isOfPerson ? 0.9 : 0.5, ...facts({ role: known(textAt(record, 'job')) }) } }
}

/** Source: developer.dropcontact.com. It answers only in the background, and bills addresses that it found. */
export const dropcontact: DataProviderApi = {
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
        answer: (body) => (at(body, 'success') === true ? known(textAt(body, 'request_id')) : undefined),
      },
      look: {
        request: (apiKey, id) => bare('GET', `/v1/enrich/all/${encodeURIComponent(id)}`, keyed(apiKey)),
        answer,
      },
    },
  },
  refusal: (status) => (status === 403 ? 'key' : undefined),
}
