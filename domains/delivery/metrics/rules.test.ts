import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passagesOf, percentile, returnsTo, secondsByStage, stageDurations, weekOf, weeksOf } from './rules.ts'

const values = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 60 })
const percents = fc.integer({ min: 1, max: 100 })

test('a percentile is one of the values, enough are not above it, and no smaller value would do', () => {
  fc.assert(
    fc.property(values, percents, (all, percent) => {
      const found = percentile(all, percent)!
      const enough = (percent / 100) * all.length
      expect(all).toContain(found)
      expect(all.filter((value) => value <= found).length).toBeGreaterThanOrEqual(enough - 1e-9)
      expect(all.filter((value) => value < found).length).toBeLessThan(enough)
    }),
  )
  expect(percentile([], 50)).toBeUndefined()
  expect([50, 85, 100].map((percent) => percentile([15, 20, 35, 40, 50], percent))).toEqual([35, 50, 50])
})

test('the order of the values does not count, and a higher percentile is never smaller', () => {
  fc.assert(
    fc.property(values, percents, percents, (all, one, other) => {
      expect(percentile(all.toReversed(), one)).toBe(percentile(all, one))
      const low = Math.min(one, other)
      const high = Math.max(one, other)
      expect(percentile(all, low)!).toBeLessThanOrEqual(percentile(all, high)!)
    }),
  )
})

const at = (seconds: number) => new Date(seconds * 1_000)
const stages = ['queued', 'building', 'testing', 'reviewing', 'merging', 'done'] as const
const histories = fc
  .array(fc.record({ stage: fc.constantFrom(...stages), gap: fc.nat(5_000) }), { minLength: 1, maxLength: 30 })
  .map((steps) => {
    let now = 0
    return steps.map(({ stage, gap }) => ({ stage, at: at((now += gap)) }))
  })

test('the stays of an item make up its whole time, and are what its stages sum to', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const stays = stageDurations(history)
      const whole = (history.at(-1)!.at.getTime() - history[0]!.at.getTime()) / 1_000
      expect(stays.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(whole)
      expect([...secondsByStage(stays).values()].reduce((sum, seconds) => sum + seconds, 0)).toBe(whole)
    }),
  )
})

test('each departure from a stage counts once: on, back, waiting for a person, or failed', () => {
  const order = stages
  const history = ['building', 'testing', 'building', 'testing', 'reviewing', 'blocked', 'reviewing', 'failed']
  const stays = stageDurations(history.map((stage, place) => ({ stage, at: at(place) })))
  expect(passagesOf(stays, 'testing', order)).toEqual({ left: 2, passed: 1, returned: 1, waited: 0, failed: 0 })
  expect(passagesOf(stays, 'reviewing', order)).toEqual({ left: 2, passed: 0, returned: 0, waited: 1, failed: 1 })
  fc.assert(
    fc.property(histories, fc.constantFrom(...stages), (any, stage) => {
      const { left, passed, returned, waited, failed } = passagesOf(stageDurations(any), stage, order)
      expect(passed + returned + waited + failed).toBe(left)
      expect(passed).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('a week begins on the Monday of the workspace’s own clock', () => {
  const sundayNightInUtc = new Date('2026-03-08T23:30:00Z')
  expect(weekOf(sundayNightInUtc, 'UTC')).toBe('2026-03-02')
  expect(weekOf(sundayNightInUtc, 'Europe/Berlin')).toBe('2026-03-09')
  expect(weekOf(new Date('2026-03-09T03:00:00Z'), 'America/New_York')).toBe('2026-03-02')
})

test('weeks have no gap, and hold each time once', () => {
  const zones = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'America/St_Johns', 'Europe/Berlin')
  const span = fc.tuple(fc.nat(300), fc.integer({ min: 1, max: 120 }))
  fc.assert(
    fc.property(
      span,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
      zones,
      ([start, days], shares, zone) => {
        const since = at(start * 86_400 + 1_700_000_000)
        const until = new Date(since.getTime() + days * 86_400_000)
        const times = shares.map((share) => new Date(since.getTime() + Math.floor(share * days * 86_400_000)))
        const weeks = weeksOf({ completed: times, merged: times.slice(1) }, { since, until }, zone)
        expect(weeks.reduce((sum, { completed }) => sum + completed, 0)).toBe(times.length)
        expect(weeks.reduce((sum, { merged }) => sum + merged, 0)).toBe(Math.max(0, times.length - 1))
        for (const [place, { weekStart }] of weeks.entries()) {
          expect(new Date(weekStart).getUTCDay()).toBe(1)
          if (place > 0) expect(Date.parse(weekStart) - Date.parse(weeks[place - 1]!.weekStart)).toBe(7 * 86_400_000)
        }
      },
    ),
  )
})

test('a stage that is entered again is a return; staying in it or entering it once is no return', () => {
  const history = ['queued', 'building', 'building', 'testing', 'building', 'blocked', 'building', 'merged']
  const stays = history.map((stage, second) => ({ stage, at: new Date(second * 1_000) }))
  expect(returnsTo(stays, 'building').map((at) => at.getTime() / 1_000)).toEqual([4, 6])
  expect(returnsTo(stays, 'testing')).toEqual([])
  expect(returnsTo([], 'building')).toEqual([])
})
