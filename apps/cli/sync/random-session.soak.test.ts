import fc from 'fast-check'
import { test } from 'vitest'
import { openSyncSession, steps } from '../../../testing/cli/sync-session.ts'
import { testServer } from '../../../testing/server.ts'
import { lengthOf } from '../../../testing/soak.ts'

const server = await testServer()

// A session is the same each time where this file is named; a soak tries others, and names the seed of one that fails.
const length = lengthOf({ daily: 12, soak: 200 })
const seed = lengthOf({ daily: { seed: 8 }, soak: {} })

test('in a session of random steps no commit, no change and no protected file is lost or written over', () =>
  fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: length, maxLength: length }), async (all) => {
      const session = await openSyncSession(server)
      for (const step of all) await session.take(step)
      await session.conclude()
    }),
    { numRuns: 1, endOnFailure: true, ...seed },
  ))
