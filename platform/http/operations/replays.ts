import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { Actor } from '../../access/index.ts'
import { refuse, refuseFields, Refusal } from '../../refusal/refusal.ts'
import { takesIdempotencyKey, type Operation } from '../../contract/operation.ts'
import type { ReplyValue } from '../../handler/reply.ts'
import { isDeclared } from '../replies/refusals.ts'
import type { Database } from '../../db/database.ts'
import type { Transaction } from '../../db/transaction.ts'
import {
  answerClaim,
  claimKey,
  findAnswer,
  insertAnswer,
  lockAnswer,
  payloadHash,
  releaseClaim,
  renewClaim,
  type StoredAnswer,
  type AnswerRow,
  type IdempotencyClaim,
} from '../../idempotency/index.ts'

const keyMostCharacters = 255
const claimSeconds = 120
const renewEveryMs = 30_000
const twinDelaysMs = [25, 50, 100, 200, 400, 800]

/** Another request works under the same key at this moment. */
class Busy extends Error {}

/** One request that came with an `Idempotency-Key`, from the look-up of the key to its stored answer. */
export type Replay = NonNullable<ReturnType<typeof replayOf>>

/** Ends the request in 400 where its key is no key, or the operation takes none. */
export const checkKey = (operation: Operation, request: FastifyRequest): void => {
  const key = keyOf(operation, request)
  if (key === undefined) return
  const message = !takesIdempotencyKey(operation)
    ? 'is not taken by this operation. Send the request without it.'
    : key === '' || key.length > keyMostCharacters
      ? `has 1 to ${keyMostCharacters} characters`
      : undefined
  if (message) refuseFields([{ path: 'Idempotency-Key', message, rule: 'idempotency' }])
}

const keyOf = ({ method, replay }: Operation, { headers }: FastifyRequest): string | undefined => {
  const header = headers['idempotency-key']
  return method === 'GET' || replay === 'sender' || typeof header !== 'string' ? undefined : header
}

/** The replay of a request; undefined if it came without a key. */
export const replayOf = (operation: Operation, request: FastifyRequest, reply: FastifyReply, database: Database) => {
  const key = keyOf(operation, request)
  const { workspaceId } = request
  const principal = request.caller ?? request.visitor
  if (key === undefined || workspaceId === undefined || !principal) return undefined
  const claimId = uuidv7()
  let claimed = false
  let renewing: NodeJS.Timeout | undefined
  let made: IdempotencyClaim | undefined
  const keyed = () => (made ??= keyedOf(operation, request, principal.actor, key))

  const settle = async (error: unknown) => {
    if (!made) return
    const answer = isOwn(error, operation) ? refusalAnswer(error) : undefined
    if (!answer && !claimed) return
    await database.within(workspaceId, (tx) => settleError(tx, keyed(), claimed ? claimId : undefined, answer))
  }
  const renew = async () => {
    const claim = { ...keyed(), claimId, seconds: claimSeconds }
    if (!(await database.within(workspaceId, (tx) => renewClaim(tx, claim)))) clearInterval(renewing)
  }
  return {
    /** Repeats work that meets a twin under way, for two seconds in all, then ends in 409; and stores a refusal of it. */
    inTurn: async (work: () => Promise<ReplyValue>) => {
      try {
        return await amongTwins(work).finally(() => clearInterval(renewing))
      } catch (error) {
        // An answer that cannot be stored is not repeated: the refusal changed nothing, so another run is harmless.
        await settle(error).catch((cause: unknown) =>
          request.log.warn(
            { err: cause, requestId: request.id },
            'Could not store a refusal under its idempotency key',
          ),
        )
        throw error
      }
    },
    /** In the effect's transaction, once access is decided: the answer that is stored under the key. */
    recall: async (tx: Transaction) => {
      const row = await lockAnswer(tx, keyed())
      if (row === 'busy') throw new Busy()
      return row && replayed(row, keyed(), reply)
    },
    /** Before an effect outside of a transaction: the stored answer, or the key is this request's until its work ends. */
    claim: async (tx: Transaction) => {
      claimed = await claimKey(tx, { ...keyed(), claimId, seconds: claimSeconds })
      if (claimed) {
        clearInterval(renewing)
        // A renewal that fails is made up for by the next one: a claim outlasts three.
        renewing = setInterval(() => void renew().catch(() => undefined), renewEveryMs).unref()
        return undefined
      }
      const row = await findAnswer(tx, keyed())
      if (!row) throw new Busy()
      return replayed(row, keyed(), reply)
    },
    /** Stores the answer with the effect, and returns it as it is sent. */
    store: async (tx: Transaction, value: ReplyValue): Promise<ReplyValue> => {
      const body = reply.serializeInput(value.body as never, value.status as never)
      const answer = { status: value.status, body }
      if (!claimed) await insertAnswer(tx, keyed(), answer)
      else if (!(await answerClaim(tx, { ...keyed(), ...answer, claimId }))) throw new Busy()
      return { ...value, text: body }
    },
  }
}

const keyedOf = (
  operation: Operation,
  request: FastifyRequest,
  { type, id }: Actor,
  key: string,
): IdempotencyClaim => ({
  principal: `${type} ${id}`,
  operation: operation.id,
  key,
  payloadSha256: payloadHash(request),
})

const amongTwins = async (work: () => Promise<ReplyValue>): Promise<ReplyValue> => {
  for (const delayMs of [...twinDelaysMs, undefined]) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Busy)) throw error
      if (delayMs !== undefined) await delay(delayMs * (0.75 + Math.random() / 2))
    }
  }
  return refuse('idempotencyInProgress')
}

const replayed = (row: AnswerRow, keyed: IdempotencyClaim, reply: FastifyReply): ReplyValue => {
  if (!row.payloadSha256.equals(keyed.payloadSha256)) return refuse('idempotencyKeyReused')
  if (row.status === null || row.body === null) throw new Busy()
  void reply.header('idempotent-replayed', 'true')
  if (row.status >= 400) throw new Refusal(JSON.parse(row.body) as ConstructorParameters<typeof Refusal>[0])
  return { status: row.status as ReplyValue['status'], body: undefined, text: row.body }
}

/** Whether it is a refusal of the operation's own, which is repeated to the caller each time: all others may pass. */
const isOwn = (error: unknown, operation: Operation): error is Refusal =>
  error instanceof Refusal && error.status < 500 && isDeclared(error, operation)

const refusalAnswer = ({ status, code, message, details }: Refusal): StoredAnswer => ({
  status,
  body: JSON.stringify({ status, code, message, details }),
})

/** The effect was rolled back; a twin that began in between decides the stored answer. */
const settleError = async (
  tx: Transaction,
  keyed: IdempotencyClaim,
  claimId: string | undefined,
  answer: StoredAnswer | undefined,
): Promise<void> => {
  if (claimId !== undefined && answer) await answerClaim(tx, { ...keyed, ...answer, claimId })
  else if (claimId !== undefined) await releaseClaim(tx, { ...keyed, claimId })
  else if (answer && (await lockAnswer(tx, keyed)) === undefined) await insertAnswer(tx, keyed, answer)
}
