import type { Usage } from './price.ts'

/** A call as it is recorded before it is sent. */
export interface NewCall {
  readonly id: string
  /** The call that it is sent in the place of. */
  readonly insteadOf?: string | undefined
  readonly requestHash: Buffer
  /** How often this attempt of the step has sent this very request, from 1. */
  readonly nth: number
  readonly provider: string
  readonly model: string
  /** Whether its price is known, be it 0. */
  readonly isPriced: boolean
  readonly worstMicros: number
  /** No call of a living process is open for longer. */
  readonly longestMs: number
}

export type CallEnd =
  | {
      readonly status: 'finished'
      readonly costMicros: number
      readonly usage: Usage | undefined
      readonly response: Buffer
    }
  | { readonly status: 'failed'; readonly costMicros: number; readonly failure: object }

/** Where the calls of one payer are recorded and paid for: decisions/0009. */
export interface Ledger {
  /** Calls with the same key share what the endpoint keeps of their prompts; undefined for calls that share nothing. */
  readonly cacheKey: string | undefined
  /** Reserves the most that a call can cost, and records it as open. Throws ModelFailure if that is refused. */
  reserve(call: NewCall): Promise<void>
  /** Ends an open call: its reservation becomes what it cost. A call that was ended before stays as it is. */
  settle(callId: string, end: CallEnd): Promise<void>
}

/** The ledger of one attempt of a step, which is given the answers that earlier attempts have paid for. */
export interface StepLedger extends Ledger {
  /** The answer of an earlier attempt to the same request when it sent it for the `nth` time. */
  findAnswer(requestHash: Buffer, nth: number): Promise<Buffer | undefined>
}

/** An attempt at a step: counts how often it has sent a request. */
export const openAttempt = (ledger: StepLedger) => {
  const counts = new Map<string, number>()
  return {
    ledger,
    /** Counts a request in: 1 for the first time that this attempt sends it. */
    nthOf: (requestHash: Buffer) => {
      const key = requestHash.toString('base64')
      const nth = (counts.get(key) ?? 0) + 1
      counts.set(key, nth)
      return nth
    },
  }
}

export type Attempt = ReturnType<typeof openAttempt>
