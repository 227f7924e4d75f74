import { expect, test } from 'vitest'
import { expiries, expiryOf, highestScope, scopesOf } from './key-choices.ts'

test('each power includes those before it, and is read back from them', () => {
  expect(scopesOf('read')).toEqual(['read'])
  expect(scopesOf('admin')).toEqual(['read', 'write', 'admin'])
  for (const power of ['read', 'write', 'admin'] as const) expect(highestScope(scopesOf(power))).toBe(power)
})

test('a key ends after whole days, or never', () => {
  const now = new Date('2027-03-04T10:00:00.000Z')
  expect(expiries.map((one) => expiryOf(one, now))).toEqual([
    '2027-04-03T10:00:00.000Z',
    '2027-06-02T10:00:00.000Z',
    '2028-03-03T10:00:00.000Z',
    undefined,
  ])
})
