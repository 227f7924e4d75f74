import { post, textAt } from '../../web/index.ts'
import type { LookupRefusalReason } from '../refusal.ts'
import type { Verdict } from '../lookup.ts'
import type { DataProviderApi } from '../provider-api.ts'

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
export const neverbounce: DataProviderApi = {
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
