import { bare, textAt } from '../../web/index.ts'
import type { Verdict } from '../lookup.ts'
import type { DataProviderApi } from '../provider-api.ts'

const verdictOf: Readonly<Record<string, Verdict>> = {
  valid: 'valid',
  'catch-all': 'accept_all',
  unknown: 'unknown',
  invalid: 'invalid',
  spamtrap: 'invalid',
  abuse: 'invalid',
  do_not_mail: 'invalid',
}

/** Source: zerobounce.net/docs, Validate. A refused key is an answer 200 with `error`. Unknown results are counted as billed. */
export const zerobounce: DataProviderApi = {
  label: 'ZeroBounce',
  prices: { verify_email: { micros: 10_000, billed: 'asked' } },
  exchanges: {
    verify_email: {
      request: (apiKey, { email = '' }) => {
        const query = new URLSearchParams({ api_key: apiKey, email, ip_address: '' })
        return bare('GET', `/v2/validate?${query.toString()}`, {})
      },
      answer: (_status, body) => {
        const verdict = verdictOf[textAt(body, 'status').toLowerCase()]
        return verdict && { found: { verdict, confidence: verdict === 'unknown' ? 0.3 : 0.95 } }
      },
    },
  },
  refusal: (_status, body) => {
    const error = textAt(body, 'error')
    if (error === '') return undefined
    return /credit/i.test(error) && !/invalid api key/i.test(error) ? 'used' : 'key'
  },
}
