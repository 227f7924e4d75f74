import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn, isWarmingUp, ramp, sendsOn, shownName } from './rules.ts'

const zones = ['Europe/Vienna', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'] as const
const anyTime = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
const anyLimit = fc.integer({ min: 1, max: 2_000 })
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

test('the ramp never falls from day to day, and never passes the limit', () => {
  fc.assert(
    fc.property(anyTime, anyLimit, fc.integer({ min: 0, max: 800 }), (begin, dailyLimit, days) => {
      const warmUpStartedOn = dayIn('UTC', begin)
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

test('days of a zone follow one another without a gap, at the changes of summer time too', () => {
  fc.assert(
    fc.property(anyTime, fc.constantFrom(...zones), (at, zone) => {
      const before = dayIn(zone, at)
      const after = dayIn(zone, new Date(at.getTime() + 3_600_000))
      expect([before, dayAfter(before, 1)]).toContain(after)
    }),
  )
})

test('a day of 23 or 25 hours is one day', () => {
  const at = (text: string) => dayIn('Europe/Vienna', new Date(text))
  expect([at('2026-03-28T22:59:59Z'), at('2026-03-28T23:00:00Z')]).toEqual(['2026-03-28', '2026-03-29'])
  expect([at('2026-03-29T21:59:59Z'), at('2026-03-29T22:00:00Z')]).toEqual(['2026-03-29', '2026-03-30'])
  expect([at('2026-10-24T22:00:00Z'), at('2026-10-25T22:59:59Z')]).toEqual(['2026-10-25', '2026-10-25'])
  expect(at('2026-10-25T23:00:00Z')).toBe('2026-10-26')
})

test('a name of a provider is one line', () => {
  expect(shownName(' Ada\r\nBcc: eve@example.com ')).toBe('Ada Bcc: eve@example.com')
  expect(shownName('\u202e\n')).toBeNull()
  expect(shownName(undefined)).toBeNull()
})
