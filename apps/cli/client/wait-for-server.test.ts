import { expect, test, vi } from 'vitest'
import { quietSession } from '../../../testing/cli/quiet-session.ts'
import { failed } from '../failure.ts'
import { retryWhileAway } from './wait-for-server.ts'

vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }))

test.each([
  [0, 61],
  [1_000, 61],
  [2_000, 31],
])('a server that stays away is asked for a minute with pauses of %i ms', async (everyMs, attempts) => {
  const call = vi.fn(() => Promise.reject(failed('not_reached', 'No server answers.')))
  await expect(retryWhileAway(quietSession('/').session, call, everyMs)).rejects.toThrow('No server answers.')
  expect(call).toHaveBeenCalledTimes(attempts)
})
