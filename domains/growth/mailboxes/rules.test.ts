import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWarmingUp, ramp, sendsOn, shownName } from './rules.ts'

const anyTime = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
const anyLimit = fc.integer({ min: 1, max: 2_000 })
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

test('the ramp never falls from day to day, and never passes the limit', () => {
  fc.assert(
    fc.property(anyTime, anyLimit, fc.integer({ min: 0, max: 800 }), (begin, dailyLimit, days) => {
      const warmUpStartedOn = begin.toISOString().slice(0, 10)
      const mailbox = { dailyLimit, warmUpStartedOn }
      const today = sendsOn(dayAfter(warmUpStartedOn, days), mailbox)
      expect(today).toBeLessThanOrEqual(dailyLimit)
      expect(today).toBe(Math.min(dailyLimit, ramp.first + ramp.more * days))
      expect(sendsOn(dayAfter(warmUpStartedOn, days + 1), mailbox)).toBeGreaterThanOrEqual(today)
      expect(sendsOn(dayAfter(warmUpStartedOn, -1 - days), mailbox)).toBe(0)
    }),
  )
})

test('without a warm-up the limit holds', () => {
  expect(sendsOn('2026-01-01', { dailyLimit: 7, warmUpStartedOn: null })).toBe(7)
  expect(isWarmingUp('2026-01-01', { dailyLimit: 7, warmUpStartedOn: null })).toBe(false)
})

test('a name of a provider is one line', () => {
  expect(shownName(' Ada\r\nBcc: eve@example.com ')).toBe('Ada Bcc: eve@example.com')
  expect(shownName('\u202e\n')).toBeNull()
  expect(shownName(undefined)).toBeNull()
})
