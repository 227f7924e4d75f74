import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTimeBound, parseTimestamp } from './timestamp.ts'

test('a moment is the same in the database for any time zone', () => {
  const days = { min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true }
  fc.assert(
    fc.property(fc.date(days), fc.integer({ min: -1439, max: 1439 }), (date, zoneMinutes) => {
      const hours = Math.floor(Math.abs(zoneMinutes) / 60)
      const minutes = Math.abs(zoneMinutes) % 60
      const zone = `${zoneMinutes < 0 ? '-' : '+'}${[hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')}`
      const local = new Date(date.getTime() + zoneMinutes * 60_000).toISOString().replace('Z', zone)
      expect(parseTimestamp(local)).toBe(date.toISOString())
    }),
  )
})

test.each([
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2016-12-31T15:59:60.500-08:00', '2017-01-01T00:00:00.500Z'],
  ['2026-01-01T00:00:00.123456Z', '2026-01-01T00:00:00.123Z'],
  ['0000-01-01T00:00:00Z', '-infinity'],
  ['0001-01-01T00:00:00+23:59', '-infinity'],
  ['9999-12-31T23:59:59-01:00', 'infinity'],
  ['9999-12-31T23:59:60Z', 'infinity'],
  ['2026-01-01T00:00:00-00', undefined],
  ['yesterday', undefined],
])('%s is read as %s', (text, expected) => {
  expect(parseTimestamp(text)).toBe(expected)
})

test('a moment is an instant in any time zone, and a date covers its whole day', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }), (at) => {
      const text = at.toISOString()
      expect(parseTimeBound(text, 'from')).toBe(text)
      expect(parseTimeBound(text.slice(0, -1), 'to')).toBe(text)
      const first = parseTimeBound(text.slice(0, 10), 'from')!
      const last = parseTimeBound(text.slice(0, 10), 'to')!
      expect(Date.parse(last) - Date.parse(first)).toBe(86_399_999)
      expect(first <= text && text <= last).toBe(true)
    }),
  )
})

test('a bound takes leap seconds, and offsets that lead out of the years of the database', () => {
  expect(parseTimeBound('2016-12-31T23:59:60Z', 'to')).toBe('2017-01-01T00:00:00.000Z')
  expect(parseTimeBound('9999-12-31T23:59:59-01:00', 'to')).toBe('infinity')
  expect(parseTimeBound('0001-01-01T00:00:00+01:00', 'from')).toBe('-infinity')
  expect(parseTimeBound('2026-02-30', 'from')).toBeUndefined()
})
