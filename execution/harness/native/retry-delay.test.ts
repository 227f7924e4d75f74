import { describe, expect, test } from 'vitest'
import { isOverflow, retryDelay } from './retry-delay.ts'

const now = { failures: 1, hasAnswered: true, backoffMs: 1_000, leftMs: 600_000 }

describe('a failed call of the model', () => {
  test.each([
    ['waits as long as it is asked to', { code: 'provider_busy', status: 429, retryAfterMs: 300_000 }, {}, 300_000],
    [
      'waits for a database that is away',
      { code: 'database_unavailable', status: 503, retryAfterMs: 5_000 },
      { hasAnswered: false, failures: 3 },
      5_000,
    ],
    ['gives up where more is asked than the run has', { status: 429, retryAfterMs: 700_000 }, {}, undefined],
    ['waits longer each time', { code: 'provider_failed', status: 502 }, { failures: 4 }, 8_000],
    ['waits a minute at most by itself', { code: 'provider_cut' }, { failures: 30 }, 60_000],
    ['is repeated where the connection broke', { code: 'ECONNRESET' }, {}, 1_000],
    [
      'is repeated twice where the model has never answered',
      { code: 'provider_cut' },
      { hasAnswered: false, failures: 2 },
      2_000,
    ],
    ['ends then', { code: 'provider_cut' }, { hasAnswered: false, failures: 3 }, undefined],
    ['ends at a fault of the gateway itself', { code: 'internal', status: 500 }, {}, undefined],
    ['ends at a refused key', { code: 'provider_refused_key', status: 502 }, {}, undefined],
    ['ends at an empty account', { code: 'provider_unpaid', status: 402 }, {}, undefined],
    ['ends at a cap', { code: 'cycle_cap_reached', status: 402 }, {}, undefined],
    ['ends at the limit of steps', { code: 'step_limit', status: 429 }, {}, undefined],
    ['ends at a refused request', { code: 'provider_refused_request', status: 400 }, {}, undefined],
  ] as const)('%s', (_, failure, more, waitMs) => {
    expect(retryDelay({ message: 'x', ...failure }, { ...now, ...more })).toBe(waitMs)
  })

  test.each([
    'prompt is too long: 210000 tokens > 200000 maximum',
    'Input is too long for requested model.',
    'Your input exceeds the context window of this model',
    'The input token count (1048577) exceeds the maximum number of tokens allowed',
    "This model's maximum prompt length is 131072 but the request contains 140000 tokens",
    'Please reduce the length of the messages or completion',
    "This model's maximum context length is 8192 tokens",
    'the request exceeds the available context size, try increasing it',
    'tokens to keep from the initial prompt is greater than the context length',
    'Your request exceeded model token limit: 131072',
  ])('is too long a conversation: %s', (message) => {
    expect(isOverflow({ message, code: 'provider_refused_request', status: 400 })).toBe(true)
    expect(isOverflow({ message, code: 'provider_busy', status: 429 })).toBe(false)
  })

  test('is no overflow if a limit by the minute is meant', () => {
    expect(
      isOverflow({
        message: 'Request too large: tokens per minute. Please reduce the length of the messages',
        status: 413,
      }),
    ).toBe(false)
  })
})
