import { setTimeout as delay } from 'node:timers/promises'
import { isStorageDown } from '../../../platform/storage/index.ts'

const pauseMs = 5_000
const longestMs = 10 * 60_000

/**
 * Repeats work that the object store did not take, as long as the step may wait with the agent's files in memory.
 * Afterwards the error is thrown: the step begins again once the store answers, from the last saved state.
 */
export const untilStored = async <T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  pace = { pauseMs, longestMs },
): Promise<T> => {
  for (const sinceMs = performance.now(); ;) {
    try {
      return await work()
    } catch (error) {
      if (!isStorageDown(error) || performance.now() - sinceMs > pace.longestMs) throw error
      await delay(pace.pauseMs, undefined, { signal })
    }
  }
}
