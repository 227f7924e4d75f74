import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysLate } from '../rules.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T00:00:00.000Z', 'UTC', 0],
  ['2026-11-21T23:59:59.999Z', 'UTC', 0],
  ['2026-12-01T00:00:00.000Z', 'UTC', -10],
  ['2026-11-20T23:59:59.999Z', 'UTC', 1],
  // Noon in UTC is the 22nd in Auckland; the last second of a day of UTC names that day.
  ['2026-11-20T23:59:59.999Z', 'Pacific/Auckland', 2],
  ['2026-11-20T23:30:00.000Z', 'Pacific/Auckland', 1],
  ['2026-11-21T11:30:00.000Z', 'Pacific/Auckland', 0],
  ['2026-11-21T03:00:00.000Z', 'America/New_York', 1],
  ['2026-10-24T22:30:00.000Z', 'Europe/Berlin', 27],
] as const)('an amount due at %s is, in %s, late by %d days at noon of 21 November', (dueAt, zone, days) => {
  expect(daysLate(dueAt, noon, zone)).toBe(days)
})

test('a day later it is a day later, also if a clock is put forward or back', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Pacific/Apia')
  const from = Date.parse('2020-01-01T12:00:00Z')
  fc.assert(
    fc.property(zones, fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 0, max: 400 }), (zone, start, days) => {
      const dueAt = new Date(from + start * 86_400_000)
      expect(daysLate(dueAt, dueAt.getTime() + days * 86_400_000, zone)).toBe(days)
    }),
  )
})
