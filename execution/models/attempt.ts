import type { StepLedger } from './ledger.ts'

/** An attempt at a step: counts how often it has sent a request. */
export interface Attempt {
  readonly ledger: StepLedger
  /** Counts a request in: 1 for the first time that this attempt sends it. */
  nthOf(requestHash: Buffer): number
}

export const openAttempt = (ledger: StepLedger): Attempt => {
  const counts = new Map<string, number>()
  return {
    ledger,
    nthOf: (hash) => {
      const key = hash.toString('base64')
      const nth = (counts.get(key) ?? 0) + 1
      counts.set(key, nth)
      return nth
    },
  }
}
