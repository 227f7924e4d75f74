import { createHash, randomBytes } from 'node:crypto'
import { delayAfterMs } from '../rules/sign-in.ts'

const forgottenMs = 60 * 60_000
// As many as there are, so that a crowd of addresses cannot fill the memory; salted, so that nobody can choose whose
// place to share.
const slots = 2 ** 16

/** Attempts that are counted under the same names, in the memory of this process. */
export interface Throttle {
  /**
   * Counts an attempt under each name before it is made, so that many at once do not pass together; gives the seconds
   * to wait where one of them has failed too often, and then counts nothing.
   */
  attempt(names: readonly string[]): number | undefined
  /** The attempt was right: it does not count, and with `anew` neither do those before it. */
  succeeded(names: readonly string[], anew?: boolean): void
}

interface Count {
  failures: number
  nextMs: number
  untilMs: number
}

/** Lets `free` failures of each name pass within an hour; the next ones have to wait, each longer. */
export const openThrottle = (free: number, now: () => number = Date.now): Throttle => {
  const salt = randomBytes(16)
  const counts = new Map<number, Count>()
  const slotOf = (name: string) => createHash('sha256').update(salt).update(name).digest().readUInt32BE() % slots
  const find = (slot: number) => {
    const count = counts.get(slot)
    return count && count.untilMs > now() ? count : undefined
  }
  return {
    attempt: (names) => {
      const at = names.map(slotOf)
      const waitMs = Math.max(...at.map((slot) => (find(slot)?.nextMs ?? 0) - now()))
      if (waitMs > 0) return Math.ceil(waitMs / 1_000)
      for (const slot of at) {
        const failures = (find(slot)?.failures ?? 0) + 1
        counts.set(slot, { failures, nextMs: now() + delayAfterMs(failures, free), untilMs: now() + forgottenMs })
      }
      return undefined
    },
    succeeded: (names, anew = false) => {
      for (const slot of names.map(slotOf)) {
        const count = find(slot)
        if (count && !anew && count.failures > 1)
          counts.set(slot, { ...count, failures: count.failures - 1, nextMs: 0 })
        else counts.delete(slot)
      }
    },
  }
}
