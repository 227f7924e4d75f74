import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')

test.each([
  [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
  [{ 'retry-after': '9' }, 9_000],
  [{ 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '6m0.5s' }, 360_500],
  [{ 'x-ratelimit-remaining-tokens': '12', 'x-ratelimit-reset-tokens': '6m0s' }, undefined],
  [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '900ms' }, 900],
  [
    {
      'anthropic-ratelimit-requests-remaining': '4',
      'anthropic-ratelimit-requests-reset': '2026-03-01T13:00:00Z',
      'anthropic-ratelimit-input-tokens-remaining': '0',
      'anthropic-ratelimit-input-tokens-reset': '2026-03-01T12:00:17Z',
    },
    17_000,
  ],
  [{}, undefined],
])('%j asks for %s ms', (headers, wait) => {
  expect(retryAfterMs({ headers }, nowMs)).toBe(wait)
})
