import type { FastifyReply } from 'fastify'
import { validate } from 'uuid'
import { isAgency } from '../access/index.ts'
import type { Level } from '../contract/access.ts'
import { callHandler } from '../handler/handler.ts'
import type { ReplyValue } from '../handler/reply.ts'
import type { Transaction } from '../db/transaction.ts'
import { contextOf } from './context.ts'
import type { Run } from './run.ts'

/** A read that was begun before its access was decided. */
export interface Ahead {
  /** The level that it was begun with. */
  readonly level: Level | undefined
  /** Its reply, where the level was right; undefined where the handler has to run again. Waits for its statements. */
  reply(isRight: boolean): Promise<ReplyValue | undefined>
}

class NeedsTime extends Error {}

/**
 * Runs the handler of a read while the decision about its access is on its way, in the same flight, for callers whose
 * level can be told before: those of the agency. Undefined for all others, and where the request has a fault or a
 * cursor, which are judged after the access. A read in a transaction has no effects, so nothing comes of one in vain.
 */
export const readAhead = (run: Run, tx: Transaction): Ahead | undefined => {
  const { handler, request, reply, replies } = run
  const { caller } = request
  if (!caller || !isAgency(caller.role) || caller.projectIds || caller.task || !isSound(run)) return undefined
  const level = handler.operation.access.on?.needs && 'manage'
  const context = {
    ...contextOf(run, { caller, level, now: new Date(0) }),
    ...{ ...replies, tx },
    // The time is the transaction's own: a handler that asks for it waits for the first answer.
    get now() {
      return askAndFail(tx)
    },
  }
  const running = callHandler(handler, context)
  running.catch(() => undefined)
  return {
    level,
    reply: async (isRight) => {
      const ended = await running.catch((error: unknown) =>
        isRight && !(error instanceof NeedsTime) ? fail(error) : undefined,
      )
      if (isRight && ended) return ended
      dropHeaders(reply)
      return undefined
    },
  }
}

const askAndFail = (tx: Transaction): never => {
  tx.now().catch(() => undefined)
  throw new NeedsTime()
}

const fail = (error: unknown): never => {
  throw error
}

/** Whether nothing of the request is judged between the access and the handler, and no statement can fail for its ids. */
const isSound = ({ request }: Run): boolean => {
  const { validationError, query, params } = request
  return (
    !validationError &&
    (query as { readonly cursor?: string }).cursor === undefined &&
    Object.values(params as Readonly<Record<string, string>>).every(validate)
  )
}

/** What a handler adds to the answer beside its reply. */
const dropHeaders = (reply: FastifyReply) => {
  reply.removeHeader('link')
  reply.removeHeader('set-cookie')
}
