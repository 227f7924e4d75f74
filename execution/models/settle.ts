import { v7 as uuidv7 } from 'uuid'
import type { Call, GatewayParts } from './call.ts'
import { holdLongestMs } from './holds.ts'
import { holdAhead } from './store-holds.ts'
import { type CallEnd, settleCall } from './store.ts'

/** What is written of a call at its end, before the caller sees the last byte, and after it, which may not throw. */
export interface Bookkeeping {
  before(end: CallEnd): Promise<unknown>
  after?(end: CallEnd): Promise<void>
}

/** Settles a call in a transaction of its own. */
export const settleAlone = ({ database }: GatewayParts, call: Call, end: CallEnd): Promise<boolean> =>
  database.within(call.identity.workspaceId, (tx) => settleCall(tx, call.id, call.identity, end))

/** Settles a call over the network, and holds money for the next one in the same transaction. */
const settleAndHold = async ({ database, holds }: GatewayParts, call: Call, end: CallEnd): Promise<void> => {
  const { id, identity } = call
  const next = { id: uuidv7(), micros: nextMicros(call.worstMicros), longestMs: holdLongestMs }
  const isWanted = call.worstMicros > 0 && holds.isWanted(identity)
  await database.within(identity.workspaceId, async (tx) => {
    const isSettled = await settleCall(tx, id, identity, end)
    if (isSettled && isWanted) holdAhead(tx, call, next, () => holds.keep(identity, next))
  })
}

/** A conversation grows from call to call. */
const nextMicros = (worstMicros: number) => Math.ceil(worstMicros * 1.25)

/** A call that was reserved before it was sent is settled before its caller has the answer. */
export const booksOfReserved = (parts: GatewayParts, call: Call): Bookkeeping => ({
  before: (end) => (end.status === 'failed' ? settleAlone(parts, call, end) : settleAndHold(parts, call, end)),
})

/**
 * A call whose money was held ahead is recorded before its caller has the answer, and settled behind it; where that
 * fails, it stays open until it is swept. One that failed is settled before: another may be sent in its place.
 */
export const booksOfHeld = (parts: GatewayParts, call: Call, recorded: Promise<unknown>): Bookkeeping => ({
  before: async (end) => {
    await recorded
    if (end.status === 'failed') await settleAlone(parts, call, end)
  },
  after: (end) => {
    const settling = settleAndHold(parts, call, end).catch((error: unknown) => {
      parts.log.error({ err: error, call: call.id }, 'A model call could not be settled')
    })
    return parts.holds.awaiting(call.identity, settling)
  },
})
