import { v7 as uuidv7 } from 'uuid'
import type { Telemetry } from '../../platform/telemetry/index.ts'
import type { NewCall } from './ledger.ts'
import { type Usage, worstMicros, worstUsage } from './price.ts'
import type { ModelProvider } from './provider.ts'
import { ownReply, type Reply } from './reply.ts'
import type { RetryPolicy } from './retry.ts'
import type { OutgoingRequest } from './shapes/index.ts'

export interface GatewayParts {
  readonly provider: ModelProvider
  readonly retries: RetryPolicy
  /** Whether requests may hold pictures; by default only text. */
  readonly takesPictures?: boolean
  /** From the reservation to the end of the answer, retries included. */
  readonly callMs: number
  /** From a request to the begin of its answer, or to its end if it is not streamed; by default without a bound. */
  readonly beginMs?: number | undefined
  readonly log: GatewayLog
  readonly telemetry: Partial<Pick<Telemetry, 'tracer' | 'metrics'>>
}

/** The used methods of a pino logger. */
export interface GatewayLog {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface Call extends NewCall {
  readonly outgoing: OutgoingRequest
  readonly reply: Reply
  /** Whether its answer is kept, for a later attempt that asks the same. */
  readonly keepsAnswer: boolean
  /** The usage that a whole answer reports, if it is not written in the shape of the endpoint. */
  readonly usageOf?: (answer: string) => Usage | undefined
}

interface CallOptions {
  /** Counts how often its step has sent it; without it no answer is kept. */
  readonly nth?: number
  /** By default in the endpoint's shape. */
  readonly replyIn?: (callId: string) => Reply
  /** The call that it is sent in the place of. */
  readonly insteadOf?: string | undefined
}

/** A call as it is reserved and sent. */
export const callOf = (
  { provider, callMs }: Pick<GatewayParts, 'provider' | 'callMs'>,
  outgoing: OutgoingRequest,
  { nth, insteadOf, replyIn = () => ownReply(provider.shape, provider.name, outgoing.wantsUsage) }: CallOptions = {},
): Call => {
  const id = uuidv7()
  const readBytes = outgoing.holdsPictures ? Infinity : outgoing.bodyBytes
  const worst = worstUsage(readBytes, outgoing.maxOutputTokens, provider.contextTokens)
  return {
    id,
    outgoing,
    reply: replyIn(id),
    insteadOf,
    keepsAnswer: nth !== undefined,
    requestHash: outgoing.hash,
    nth: nth ?? 1,
    provider: provider.name,
    model: provider.model,
    isPriced: provider.price !== undefined,
    worstMicros: provider.price ? worstMicros(provider.price, worst) : 0,
    longestMs: callMs + 60_000,
  }
}
