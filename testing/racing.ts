import type { Reply } from './caller.ts'
import { lengthOf } from './soak.ts'

/** How many callers meet at one state: 200, and 1,000 in a soak. */
export const crowd = lengthOf({ daily: 200, soak: 1_000 })

export interface Race {
  /** How many got which status: `{ 200: 1, 409: 199 }`. */
  readonly statuses: Readonly<Record<number, number>>
  readonly replies: readonly Reply[]
}

/**
 * Sends `n` calls at once and waits for all of them; `call` is given the caller's number, from 0. A caller that waited
 * too long for a connection or a turn on a busy machine asks again, as every client may: nothing has changed then.
 */
export const racing = (n: number, call: (at: number) => Promise<Reply>): Promise<Race> =>
  racingOnce(n, (at) => served(() => call(at)))

/** As `racing`, for callers that are to be refused as too many: each asks once. */
export const racingOnce = async (n: number, call: (at: number) => Promise<Reply>): Promise<Race> => {
  const replies = await Promise.all(Array.from({ length: n }, (_, at) => call(at)))
  const statuses: Record<number, number> = {}
  for (const { status } of replies) statuses[status] = (statuses[status] ?? 0) + 1
  return { statuses, replies }
}

const served = async (call: () => Promise<Reply>): Promise<Reply> => {
  for (;;) {
    const reply = await call()
    const { code } = reply.body as { readonly code?: unknown }
    if (code !== 'database_unavailable' && code !== 'rate_limited') return reply
  }
}
