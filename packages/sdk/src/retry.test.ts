import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryAfterOf } from './errors.ts'
import { retryLimits, retryPauseMs, type Fault, type Replay } from './retry.ts'

const replays = fc.constantFrom<Replay>('safe', 'key', 'own')
const faults = fc.record(
  {
    code: fc.constantFrom('unreachable', 'timed_out', 'not_atelier', 'overloaded', 'not_found', 'internal'),
    status: fc.constantFrom(400, 404, 408, 409, 429, 500, 502, 503, 504),
    retryAfterMs: fc.integer({ min: 0, max: 300_000 }),
  },
  { requiredKeys: ['code'] },
)
const failures = fc.integer({ min: 1, max: 8 })
const chance = fc.record({
  retries: fc.integer({ min: 0, max: 8 }),
  random: fc.double({ min: 0, max: 1, noNaN: true }),
})

test('an operation that cannot be repeated is never sent again, after any error', () => {
  fc.assert(
    fc.property(faults, failures, chance, (...given) => {
      expect(retryPauseMs('never', ...given)).toBeUndefined()
    }),
  )
})

test('a pause is at least Retry-After, and bounded; after the last retry there is no pause', () => {
  fc.assert(
    fc.property(replays, faults, failures, chance, (replay, fault, failed, given) => {
      const pauseMs = retryPauseMs(replay, fault, failed, given)
      if (failed > given.retries) expect(pauseMs).toBeUndefined()
      if (pauseMs === undefined) return
      expect(pauseMs).toBeGreaterThanOrEqual(fault.retryAfterMs ?? 0)
      expect(pauseMs).toBeLessThanOrEqual(Math.max(retryLimits.mostMs, retryLimits.patienceMs + retryLimits.firstMs))
    }),
  )
})

test('a lasting error is not sent again', () => {
  const isSentAgain = (fault: Fault) => retryPauseMs('safe', fault, 1, { retries: 4, random: 0.5 }) !== undefined
  expect(isSentAgain({ code: 'storage_full', status: 503 })).toBe(false)
  expect(isSentAgain({ code: 'not_found', status: 404 })).toBe(false)
  expect(isSentAgain({ code: 'rate_limited', status: 429, retryAfterMs: 3_600_000 })).toBe(false)
  expect(isSentAgain({ code: 'overloaded', status: 503, retryAfterMs: 5_000 })).toBe(true)
  expect(isSentAgain({ code: 'not_atelier', status: 502 })).toBe(true)
  expect(isSentAgain({ code: 'not_atelier', status: 500 })).toBe(false)
})

test('the pauses double, up to half a minute', () => {
  const pauses = [1, 2, 3, 20].map((failed) =>
    retryPauseMs('key', { code: 'unreachable' }, failed, { retries: 20, random: 1 }),
  )
  expect(pauses).toEqual([250, 500, 1_000, 30_000])
})

test.each([
  ['7', 7_000],
  ['Wed, 04 Mar 2026 10:15:30 GMT', 30_000],
  ['Wed, 04 Mar 2026 10:14:00 GMT', 0],
  ['soon', undefined],
  ['-1', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After: %s is %s ms', (header, expected) => {
  expect(retryAfterOf(header, Date.parse('2026-03-04T10:15:00Z'))).toBe(expected)
})
