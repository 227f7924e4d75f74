import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { timelineDays } from './timeline-days.ts'

const dayOf = (at: string) => at.slice(0, 10)
const event = (occurredAt: string) => {
  const id = uuidv7()
  const about = { entityType: 'cycle', entityId: id, cycleId: id, projectId: null, taskId: null }
  return { ...about, id, eventType: 'cycle.completed', payload: {}, occurredAt }
}
const invoice = (issuedAt: string, amountMinor: number, currency = 'EUR') => ({ issuedAt, amountMinor, currency })

test('a day has its sum by currency, and a day with only invoices is listed too', () => {
  const days = timelineDays({
    events: [event('2026-11-24T09:00')],
    invoices: [
      invoice('2026-11-24T10:00', 90_000),
      invoice('2026-11-24T11:00', 27_800),
      invoice('2026-11-24T12:00', 500, 'JPY'),
      invoice('2026-11-20T10:00', 100),
    ],
    hasMore: false,
    dayOf,
  })
  expect(days.map(({ day, clauses, billed }) => [day, clauses.length, billed.map((one) => one.amountMinor)])).toEqual([
    ['2026-11-24', 1, [117_800, 500]],
    ['2026-11-20', 0, [100]],
  ])
})

test('a day whose events are not read yet is not shown only by its invoices', () => {
  const input = {
    events: [event('2026-11-24T09:00'), event('2026-11-23T09:00')],
    invoices: [invoice('2026-11-23T10:00', 1), invoice('2026-11-20T10:00', 1)],
    dayOf,
  }
  expect(timelineDays({ ...input, hasMore: true }).map(({ day }) => day)).toEqual(['2026-11-24', '2026-11-23'])
  expect(timelineDays({ ...input, hasMore: false }).map(({ day }) => day)).toContain('2026-11-20')
})
