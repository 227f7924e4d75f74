import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { isDataEvents, isEvents, isRelayed, type Operation } from '../../contract/operation.ts'
import { refuse, Refusal } from '../../refusal/refusal.ts'
import { networkOf } from '../../waiting/index.ts'

/** Loads with limits of their own: cheap reads, writes, expensive requests, and requests without a credential. */
export type Load = 'reads' | 'changes' | 'heavy' | 'strangers'

/** Requests per minute for one credential, or for one address of strangers; 0 means no limit. */
export type Rates = Readonly<Record<Load, number>> & {
  /** How many streams one credential may hold open at once; 0 is without limit. */
  readonly streams: number
}

export const noLimits: Rates = { reads: 0, changes: 0, heavy: 0, strangers: 0, streams: 0 }

const windowSeconds = 60
const streamWaitSeconds = 10
const usualBodyBytes = 2 ** 20

/**
 * The load of an operation, by its declaration: heavy is an export, what takes more than a usual body, and a change
 * whose effect is outside of a transaction, such as an import or a call to a model. A message of another protocol is a
 * read: the operation that it calls is counted separately.
 */
export const loadOf = ({ method, access, effect, audit, body, bodyLimit = 0 }: Operation): Load => {
  if (audit && 'category' in audit && audit.category === 'export') return 'heavy'
  if (method === 'GET') return 'reads'
  const isLarge = bodyLimit > usualBodyBytes || (body !== undefined && 'bytes' in body)
  if (isLarge) return 'heavy'
  if (access.scope === 'read') return 'reads'
  return effect === 'outside' ? 'heavy' : 'changes'
}

export type Limits = ReturnType<typeof openLimits>

/** Counts requests a minute in the memory of this process, each for a credential or, without one, for an address. */
export const openLimits = (rates: Rates) => {
  const buckets = {
    reads: bucket('reads', rates.reads),
    changes: bucket('changes', rates.changes),
    heavy: bucket('heavy', rates.heavy),
    strangers: bucket('strangers', rates.strangers),
  }
  const count = (load: Load, request: FastifyRequest, reply: FastifyReply) => {
    const known = request.caller ?? request.visitor
    return buckets[known ? load : 'strangers']?.(known ? known.credentialId : addressKeyOf(request.ip), reply)
  }
  const streams = openCounter(rates.streams)
  return {
    /** Counts a request that a stream answers, until its reply is over; 429 where its credential holds as many as it may. */
    holding: (operation: Operation, { caller, visitor }: FastifyRequest, reply: FastifyReply) => {
      const credentialId = (caller ?? visitor)?.credentialId
      if (credentialId === undefined || !Object.values(operation.replies).some(isStream)) return
      if (!streams.take(credentialId)) return refuse('tooManyStreams', undefined, streamWaitSeconds)
      reply.raw.once('close', () => streams.give(credentialId))
    },
    /** Admits a request and counts it: for its credential if that is good, else for its address. */
    admitting: async (
      operation: Operation,
      request: FastifyRequest,
      reply: FastifyReply,
      admit: () => Promise<void>,
    ) => {
      const load = loadOf(operation)
      try {
        await admit()
      } catch (error) {
        // Only after the credential was looked at: others at one address do not lock out who has a good one.
        if (error instanceof Refusal) await count(load, request, reply)
        throw error
      }
      await count(load, request, reply)
    },
  }
}

const isStream = (reply: object) => isEvents(reply) || isDataEvents(reply) || isRelayed(reply)

const openCounter = (most: number) => {
  const running = new Map<string, number>()
  return {
    take: (key: string): boolean => {
      const count = running.get(key) ?? 0
      if (most > 0 && count >= most) return false
      running.set(key, count + 1)
      return true
    },
    give: (key: string): void => {
      const left = (running.get(key) ?? 0) - 1
      if (left > 0) running.set(key, left)
      else running.delete(key)
    },
  }
}

type Bucket = (key: string, reply: FastifyReply) => Promise<void>

const bucket = (name: Load, perMinute: number): Bucket | undefined => {
  if (perMinute === 0) return undefined
  const count = counterOf(perMinute)
  const policy = `"${name}";q=${perMinute};w=${windowSeconds}`
  return async (key, reply) => {
    const { left, isOver, seconds } = await count(key)
    void reply.header('ratelimit-policy', policy)
    void reply.header('ratelimit', `"${name}";r=${left};t=${seconds}`)
    if (isOver) refuse('rateLimited', undefined, seconds)
  }
}

const counterOf = (perMinute: number) => {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds, keyPrefix: '' })
  return async (key: string) => {
    const counted = await limiter.consume(key).catch((error: unknown) => {
      if (error instanceof Error) throw error
      return error as RateLimiterRes
    })
    const seconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1_000))
    return { left: counted.remainingPoints, isOver: counted.consumedPoints > perMinute, seconds }
  }
}

/** Counts a request of an address that does not go through the API; the seconds to wait if there were too many. */
export type CountStranger = (ip: string) => Promise<number | undefined>

/** Counts strangers with the limit of the API, separately. */
export const openStrangerCount = ({ strangers }: Pick<Rates, 'strangers'>): CountStranger => {
  if (strangers === 0) return async () => undefined
  const count = counterOf(strangers)
  return async (ip) => {
    const { isOver, seconds } = await count(addressKeyOf(ip))
    return isOver ? seconds : undefined
  }
}

// A fixed number, so that a crowd of addresses cannot fill the memory; salted, so that a caller cannot choose whose
// place to share.
const addressKeys = 2 ** 17
const salt = randomBytes(16)

/** The network of an address, as requests without a credential are counted. */
export const addressKeyOf = (ip: string): string =>
  String(createHash('sha256').update(salt).update(networkOf(ip)).digest().readUInt32BE() % addressKeys)
