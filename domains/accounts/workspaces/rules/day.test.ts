import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn } from '../rules.ts'

const zones = [
  'Europe/Vienna',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
]
const anyTime = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

test('days of a zone follow one another without a gap, at the changes of summer time too', () => {
  fc.assert(
    fc.property(anyTime, fc.constantFrom(...zones), (at, zone) => {
      const before = dayIn(zone, at)
      const after = dayIn(zone, new Date(at.getTime() + 3_600_000))
      expect([before, dayAfter(before)]).toContain(after)
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
