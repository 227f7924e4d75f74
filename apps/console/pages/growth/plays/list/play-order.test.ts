import { expect, test } from 'vitest'
import { byState, lastSentDay, type ListedPlay } from './play-order.ts'

test('plays that send come first, archived ones last', () => {
  const plays = (['archived', 'draft', 'active', 'paused'] as const).map((status) => ({ status }) as ListedPlay)
  expect(plays.toSorted(byState).map(({ status }) => status)).toEqual(['active', 'paused', 'draft', 'archived'])
})

test('the last day of sending is the newest day with a sent mail', () => {
  const days = [
    { day: '2026-11-24', sent: 2 },
    { day: '2026-11-25', sent: 1 },
    { day: '2026-11-26', sent: 0 },
  ]
  expect(lastSentDay(days)).toBe('2026-11-25')
  expect(lastSentDay(days.slice(2))).toBeUndefined()
})
