import type { Database } from '../../platform/db/database.ts'
import type { CallIdentity } from './budget.ts'
import { findAnswer, finishedCalls } from './store.ts'

/** What one step may take, over all of its attempts. */
export interface StepLimits {
  /** Calls that were answered. */
  readonly steps: number
  /** Input and output together. */
  readonly tokens: number
}

/** One attempt of one step: knows how often it has sent a request, and what earlier attempts were answered. */
export interface Attempt {
  readonly identity: CallIdentity
  /** Undefined where there are none. */
  readonly limits: StepLimits | undefined
  /** Counts a request in: 1 for the first time that this attempt sends it. */
  nthOf(requestHash: Buffer): number
  /** What an earlier attempt was answered to the same request at the same count. */
  answerTo(requestHash: Buffer, nth: number): Promise<Buffer | undefined>
}

/** Reads once, with the first call, which calls earlier attempts have finished: later ones need no look-up. */
export const openAttempt = (database: Database, identity: CallIdentity, limits?: StepLimits): Attempt => {
  const counts = new Map<string, number>()
  let finished: Promise<ReadonlyMap<string, string>> | undefined
  const within = identity.workspaceId
  return {
    identity,
    limits,
    nthOf: (hash) => {
      const key = hash.toString('base64')
      const nth = (counts.get(key) ?? 0) + 1
      counts.set(key, nth)
      return nth
    },
    answerTo: async (hash, nth) => {
      finished ??= database.reading(within, (tx) => finishedCalls(tx, identity))
      // A look-up that failed is asked again by the next call.
      finished.catch(() => (finished = undefined))
      const id = (await finished).get(`${hash.toString('base64')} ${nth}`)
      return id === undefined ? undefined : database.reading(within, (tx) => findAnswer(tx, id))
    },
  }
}
