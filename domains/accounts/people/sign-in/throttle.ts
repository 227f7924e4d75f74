import { createHmac } from 'node:crypto'
import type { Database } from '../../../../platform/db/database.ts'
import { delayAfterMs } from '../rules/sign-in.ts'
import { countAttempt, forgetAttempt } from './store-throttle.ts'

type ThrottleKind = 'account' | 'network' | 'letter'

/** Attempts that are counted under the same name, on every server of the database. */
export interface Throttle {
  /**
   * Counts an attempt before it is made, so that many at once do not pass together. If the name has failed too often,
   * returns the seconds to wait and counts nothing.
   */
  attempt(name: string): Promise<number | undefined>
  /** The attempt was right and does not count; with `anew`, earlier attempts do not count either. */
  succeeded(name: string, anew?: boolean): Promise<void>
}

interface ThrottleSettings {
  readonly database: Pick<Database, 'identity'>
  readonly kind: ThrottleKind
  /** Failures of a name within an hour that pass; the next ones have to wait, each longer. */
  readonly free: number
  /** Key for the hashes of names, so that a stranger cannot choose a slot to share. All servers have the same key. */
  readonly secret: string
}

/** The last of these delays is the longest one. */
const delaysPastFree = 20

export const openThrottle = ({ database, kind, free, secret }: ThrottleSettings): Throttle => {
  const slotOf = (name: string) =>
    createHmac('sha256', secret).update(`throttle ${kind} ${name}`).digest().readUInt16BE()
  const delaysMs = Array.from({ length: free + delaysPastFree }, (_, before) => delayAfterMs(before + 1, free))
  return {
    attempt: async (name) => {
      const waitMs = await database.identity((tx) => countAttempt(tx, { kind, slot: slotOf(name), delaysMs }))
      return waitMs === undefined ? undefined : Math.max(1, Math.ceil(waitMs / 1_000))
    },
    succeeded: async (name, anew = false) => {
      await database.identity((tx) => forgetAttempt(tx, { kind, slot: slotOf(name), anew }))
    },
  }
}
