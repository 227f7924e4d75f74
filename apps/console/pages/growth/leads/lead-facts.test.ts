import { expect, test } from 'vitest'
import { factOf, leadName, leadState, leadText } from './lead-facts.ts'

const lead = (facts: Readonly<Record<string, string>>, address: string | null = 'ada@example.com') => ({
  address,
  domain: 'example.com',
  evidence: Object.entries(facts).map(([field, value]) => ({
    field: field as 'name',
    value,
    row: 1,
    provider: null,
    listId: null,
    at: '2026-03-04T10:15:30.000Z',
  })),
})

test.each([
  [{ name: 'Ada Lovelace', firstName: 'A.' }, 'Ada Lovelace'],
  [{ firstName: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace'],
  [{ lastName: 'Lovelace' }, 'Lovelace'],
  [{}, 'ada@example.com'],
])('a lead is called by its name, or by its address: %j', (facts, name) => {
  expect(leadName(lead(facts) as never)).toBe(name)
})

test('a lead without an address is called by its domain, and found by all that names it', () => {
  const known = lead({ company: 'Globex', country: 'DE' }, null) as never
  expect(leadName(known)).toBe('example.com')
  expect(leadText(known)).toBe('example.com  example.com Globex DE')
  expect([factOf(known, 'company'), factOf(known, 'role')]).toEqual(['Globex', undefined])
})

test('a lead shows how far its mails are', () => {
  const queued = {
    status: 'queued',
    optedOutAt: null,
    contactedAt: null,
    sequenceStoppedAt: null,
    sequenceStopReason: null,
  } as const
  const at = '2026-11-03T09:00:00.000Z'
  const contacted = { ...queued, contactedAt: at }
  const ended = (reason: string) => ({ ...contacted, sequenceStoppedAt: at, sequenceStopReason: reason })
  expect(leadState(queued)).toBe('queued')
  expect(leadState(contacted)).toBe('contacted')
  expect(['replied', 'bounced', 'refused', 'suppressed'].map((reason) => leadState(ended(reason)))).toEqual([
    'replied',
    'undelivered',
    'undelivered',
    'contacted',
  ])
  expect(leadState({ ...ended('replied'), status: 'disqualified' })).toBe('disqualified')
  expect(leadState({ ...ended('replied'), optedOutAt: at })).toBe('optedOut')
})
