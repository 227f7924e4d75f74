import { expect, test } from 'vitest'
import { openDatabaseClock } from './database-clock.ts'

test('takes the machine’s time until a transaction brings the database’s time, and continues from there if the machine’s clock changes', () => {
  let machineMs = Date.parse('2026-03-04T00:00:00.000Z')
  let elapsedMs = 5_000.5
  const clock = openDatabaseClock(
    () => machineMs,
    () => elapsedMs,
  )
  expect(clock.now()).toEqual(new Date('2026-03-04T00:00:00.000Z'))
  // Five minutes ahead of this machine.
  clock.setTime(new Date('2026-03-04T00:05:00.000Z'))
  elapsedMs += 30_000
  machineMs += 10 * 3_600_000
  expect(clock.now()).toEqual(new Date('2026-03-04T00:05:30.000Z'))
  clock.setTime(new Date('2026-03-04T00:06:00.000Z'))
  expect(clock.now()).toEqual(new Date('2026-03-04T00:06:00.000Z'))
})
