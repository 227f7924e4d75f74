import { expect, test } from 'vitest'
import { isOverdue } from './held-job.ts'

const dayMs = 24 * 3_600_000
const leaseMs = 10_000

test('an attempt ends once its lease was not confirmed in time', () => {
  expect(isOverdue({ takenAtMs: 0, confirmedAtMs: 5_000 }, 15_000, leaseMs)).toBe(false)
  expect(isOverdue({ takenAtMs: 0, confirmedAtMs: 5_000 }, 15_001, leaseMs)).toBe(true)
})

test('an attempt ends after a day, although its lease was confirmed', () => {
  expect(isOverdue({ takenAtMs: 0, confirmedAtMs: dayMs }, dayMs, leaseMs)).toBe(false)
  expect(isOverdue({ takenAtMs: 0, confirmedAtMs: dayMs }, dayMs + 1, leaseMs)).toBe(true)
})
