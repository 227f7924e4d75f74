import { expect, test } from 'vitest'
import { lengthOfRun } from './cycle-tasks.ts'

const event = (eventType: string, second: number) => ({ eventType, occurredAt: `2026-11-26T10:00:${second}Z` })

test('a run lasts from its last start to the completion of the cycle', () => {
  const events = [
    event('cycle.messaged', 58),
    event('cycle.completed', 41),
    event('cycle.running', 32),
    event('cycle.planning', 30),
    event('cycle.failed', 20),
    event('cycle.planning', 10),
  ]
  expect(lengthOfRun(events)).toBe(11_000)
  expect(lengthOfRun(events.slice(0, 3))).toBeUndefined()
  expect(lengthOfRun([])).toBeUndefined()
})
