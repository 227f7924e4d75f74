import { createHash, randomBytes } from 'node:crypto'
import { delayAfterMs } from '../rules/sign-in.ts'

const forgottenMs = 60 * 60_000
// As many as there are, so that a crowd of addresses cannot fill the memory; salted, so that nobody can choose whose
// place to share.
const places = 2 ** 16

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
  const placeOf = (name: string) => createHash('sha256').update(salt).update(name).digest().readUInt32BE() % places
  const find = (place: number) => {
    const count = counts.get(place)
    return count && count.untilMs > now() ? count : undefined
  }
  return {
    attempt: (names) => {
      const at = names.map(placeOf)
      const waitMs = Math.max(...at.map((place) => (find(place)?.nextMs ?? 0) - now()))
      if (waitMs > 0) return Math.ceil(waitMs / 1_000)
      for (const place of at) {
        const failures = (find(place)?.failures ?? 0) + 1
        counts.set(place, { failures, nextMs: now() + delayAfterMs(failures, free), untilMs: now() + forgottenMs })
      }
      return undefined
    },
    succeeded: (names, anew = false) => {
      for (const place of names.map(placeOf)) {
        const count = find(place)
        if (count && !anew && count.failures > 1)
          counts.set(place, { ...count, failures: count.failures - 1, nextMs: 0 })
        else counts.delete(place)
      }
    },
  }
}
