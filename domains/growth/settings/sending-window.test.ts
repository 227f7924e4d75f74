import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closedCountries, isOpen, isPostalAddress, localTime, nextOpening, zonesOf } from './index.ts'

test.each([
  ['1 Main Street, Dublin', true],
  ['Postfach 12\n1010 Wien', true],
  ['   ', false],
  ['Dublin', false],
  ['12345 67890', false],
  ['n/a n/a n/a n/a', false],
  ['coming soon, sorry', false],
])('“%s” as a postal address: %s', (text, isOne) => {
  expect(isPostalAddress(text)).toBe(isOne)
})

const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const
test.each([
  ['09:00', '17:00', []],
  ['09:00', '12:00', ['AU', 'CA', 'US']],
  ['08:00', '11:00', ['AU', 'CA', 'US']],
  ['09:05', '09:10', ['AU', 'BR', 'CA', 'MX', 'US']],
  ['06:00', '22:00', []],
])('from %s to %s on workdays no mail goes to %j', (sendingFrom, sendingUntil, closed) => {
  const window = { sendingDays: workdays, sendingFrom, sendingUntil }
  expect(closedCountries(new Date('2026-11-25T10:00:00Z'), window)).toEqual(closed)
})

test('a window of some minutes between two quarters of an hour opens', () => {
  const short = { sendingDays: workdays, sendingFrom: '09:05', sendingUntil: '09:10' }
  expect(nextOpening(new Date('2026-11-25T10:00:00Z'), ['Europe/Vienna'], short)).toEqual(
    new Date('2026-11-26T08:05:00Z'),
  )
})

const rules = { sendingDays: ['mon', 'tue', 'wed', 'thu', 'fri'], sendingFrom: '09:00', sendingUntil: '17:00' }

test('mail is sent in the time of the recipient, also when a day of summer time begins or ends', () => {
  expect(zonesOf('AT', 'Asia/Tokyo')).toEqual(['Europe/Vienna'])
  expect(zonesOf(undefined, 'Asia/Tokyo')).toEqual(['Asia/Tokyo'])
  const vienna = ['Europe/Vienna']
  expect(isOpen(new Date('2026-03-27T08:00:00Z'), vienna, rules)).toBe(true)
  expect(isOpen(new Date('2026-03-30T06:59:59Z'), vienna, rules)).toBe(false)
  expect(nextOpening(new Date('2026-03-27T17:00:00Z'), vienna, rules)).toEqual(new Date('2026-03-30T07:00:00Z'))
  expect(nextOpening(new Date('2026-10-23T16:00:00Z'), vienna, rules)).toEqual(new Date('2026-10-26T08:00:00Z'))
  // Nine in Los Angeles is noon in New York.
  expect(nextOpening(new Date('2026-11-25T13:00:00Z'), zonesOf('US', 'UTC'), rules)).toEqual(
    new Date('2026-11-25T17:00:00Z'),
  )
  expect(nextOpening(new Date('2026-11-25T13:00:00Z'), vienna, { ...rules, sendingDays: [] })).toBeUndefined()
})

test('the next opening is open, and not before it was asked for', () =>
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
      fc.constantFrom('AT', 'US', 'AU', 'IN', undefined),
      (at, country) => {
        const zones = zonesOf(country, 'America/Sao_Paulo')
        const then = nextOpening(at, zones, rules)
        if (country === 'AU' && then === undefined) return
        expect(then!.getTime()).toBeGreaterThanOrEqual(at.getTime())
        expect(isOpen(then!, zones, rules)).toBe(true)
        for (const zone of zones) expect(localTime(then!, zone).time < '17:00').toBe(true)
      },
    ),
    { numRuns: 100 },
  ))
