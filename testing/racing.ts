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
 * too long for a connection on a busy machine asks again, as every client may: nothing has changed then.
 */
export const racing = async (n: number, call: (at: number) => Promise<Reply>): Promise<Race> => {
  const replies = await Promise.all(Array.from({ length: n }, (_, at) => served(() => call(at))))
  const statuses: Record<number, number> = {}
  for (const { status } of replies) statuses[status] = (statuses[status] ?? 0) + 1
  return { statuses, replies }
}

const served = async (call: () => Promise<Reply>): Promise<Reply> => {
  for (;;) {
    const reply = await call()
    if (reply.status !== 503 || (reply.body as { code?: unknown }).code !== 'database_unavailable') return reply
  }
}
