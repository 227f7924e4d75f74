import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  attemptsMost,
  failingDaysMost,
  hasArrived,
  isWanted,
  pauseMs,
  reasonToDisable,
  restMs,
  retryAfterOf,
} from './rules.ts'

const project = '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'
const merged = { name: 'task.merged', projectId: project }

test.each([
  [{ eventTypes: null, projectIds: null }, true],
  [{ eventTypes: ['task.merged'], projectIds: null }, true],
  [{ eventTypes: ['task.*'], projectIds: [project] }, true],
  [{ eventTypes: ['task.merge'], projectIds: null }, false],
  [{ eventTypes: ['tas.*', 'cycle.*'], projectIds: null }, false],
  [{ eventTypes: [], projectIds: null }, false],
  [{ eventTypes: null, projectIds: [] }, false],
  [{ eventTypes: ['task.*'], projectIds: ['another'] }, false],
])('the filter %j lets task.merged through: %s', (filter, wanted) => {
  expect(isWanted(filter, merged)).toBe(wanted)
})

test('an event of no project passes if no project is named', () => {
  const joined = { name: 'member.joined', projectId: null }
  expect(isWanted({ eventTypes: null, projectIds: [project] }, joined)).toBe(false)
  expect(isWanted({ eventTypes: ['member.*'], projectIds: null }, joined)).toBe(true)
})

test('pauses grow, go over three days together, and end after ten attempts', () => {
  const pauses = Array.from({ length: attemptsMost - 1 }, (_, index) => pauseMs(index + 1, 0)!)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  const days = pauses.reduce((sum, pause) => sum + pause, 0) / 86_400_000
  expect(days).toBeGreaterThan(failingDaysMost)
  expect(pauseMs(attemptsMost, 0)).toBeUndefined()
})

test('a pause is never shorter than the receiver’s request, up to a day', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(),
      (n, spread, asked) => {
        const pause = pauseMs(n, spread, asked)!
        expect(pause).toBeGreaterThanOrEqual(Math.min(asked, 86_400) * 1_000)
        expect(pause).toBeGreaterThanOrEqual(pauseMs(n, 0)!)
        expect(pause).toBeLessThanOrEqual(Math.max(pauseMs(n, 1)!, 86_400_000))
      },
    ),
  ))

test('a webhook rests from its third failure in a row, longer with each, for five minutes at most', () => {
  expect([1, 2, 3, 4, 5, 11, 12, 1_000].map((failures) => restMs(failures))).toEqual([
    0, 0, 1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
  ])
})

test('a webhook whose receiver sends Retry-After rests from its first failure', () => {
  expect([1, 2, 9, 10].map((failures) => restMs(failures, 1))).toEqual([1_000, 2_000, 256_000, 300_000])
})

test('a webhook is switched off after three days of failures, and at once when it answers 410', () => {
  const now = new Date('2026-03-08T12:00:00.000Z')
  const since = (at: string) => reasonToDisable({ failingSince: new Date(at), now }, 500)
  expect(since('2026-03-05T12:00:00.000Z')).toBe('failures')
  expect(since('2026-03-05T12:00:00.001Z')).toBeUndefined()
  expect(reasonToDisable({ failingSince: now, now }, 410)).toBe('gone')
  expect(reasonToDisable({ failingSince: null, now }, null)).toBeUndefined()
})

test.each([
  [200, true],
  [204, true],
  [299, true],
  [199, false],
  [302, false],
  [400, false],
  [500, false],
  [null, false],
])('an answer %s means arrived: %s', (status, arrived) => expect(hasArrived(status)).toBe(arrived))

test.each([
  ['120', 120],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 12],
  ['Wednesday, 21-Oct-26 07:28:00 GMT', 12],
  ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
  ['2027', 2_027],
  ['soon, or in 2027', 0],
  ['-1', 0],
  [undefined, 0],
])('Retry-After %s is %i seconds', (header, seconds) =>
  expect(retryAfterOf(header, new Date('2026-10-21T07:27:48.200Z'))).toBe(seconds),
)
