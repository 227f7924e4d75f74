import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Attempt, StepLimits } from './attempt.ts'
import { CapReached, capSentence, type Payer, PriceUnknown, scopesOf, unpricedSentence } from './budget.ts'
import { cancelled, type FailureCode, failureOf, isOurs, ModelFailure } from './failure.ts'
import { inSpan, type Telemetry } from '../../platform/telemetry/index.ts'
import { costMicros, type Usage, worstMicros, worstUsage } from './price.ts'
import { beginning } from './beginning.ts'
import type { ModelProvider } from './provider.ts'
import { retrying, type RetryPolicy } from './retry.ts'
import { ownReply, type Reply } from './reply.ts'
import { type OutgoingRequest, shapes } from './shapes/index.ts'
import { cappedScope, findBudget } from './store-budget.ts'
import { insertRefusedCall, type NewCall, reserveCall, settleCall } from './store.ts'
import { stepUse } from './store-step-use.ts'
import { noteRefusal } from './store-warnings.ts'

export interface GatewayParts {
  readonly database: Database
  readonly provider: ModelProvider
  readonly retries: RetryPolicy
  /** From the reservation to the end of the answer, retries included. */
  readonly callMs: number
  /** From sending a request to the begin of its answer, or to its end where it is not streamed; unbounded by itself unless told. */
  readonly beginMs?: number | undefined
  readonly log: GatewayLog
  readonly telemetry: Partial<Pick<Telemetry, 'tracer' | 'metrics'>>
}

/** What a pino logger offers. */
export interface GatewayLog {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export interface Call extends NewCall {
  readonly outgoing: OutgoingRequest
  readonly reply: Reply
  /** Whether what it is answered is kept, for a later attempt that asks the same. */
  readonly keepsAnswer: boolean
}

interface Answered {
  readonly usage: Usage | undefined
  readonly stored: string
  /** What follows it in a stream. */
  readonly rest: string
}

/** Answers one request, given as the JSON of the endpoint's shape. Throws ModelFailure, for `sendFailure`. */
export const answerCall = async (
  parts: GatewayParts,
  attempt: Attempt,
  body: string,
  response: ServerResponse,
): Promise<void> => {
  const { taskId, runId } = attempt.identity
  const outgoing = shapes[parts.provider.shape].prepare(body, parts.provider, taskId ?? runId)
  const call = callOf(parts, attempt.identity, outgoing, { nth: attempt.nthOf(outgoing.hash) })
  const cancel = new AbortController()
  const gone = () => cancel.abort()
  response.once('close', gone)
  try {
    const stored = await attempt.answerTo(call.requestHash, call.nth)
    if (stored) {
      sendStored(parts, call, stored, response)
      return
    }
    await reserve(parts, call, attempt)
    const signal = AbortSignal.any([cancel.signal, AbortSignal.timeout(parts.callMs)])
    await observed(parts, call, () => callProvider(parts, call, response, signal))
  } finally {
    response.off('close', gone)
  }
}

/** Does the work of a call inside its span, and counts it. */
export const observed = async (
  { telemetry }: GatewayParts,
  { model, provider }: Call,
  work: () => Promise<Usage | undefined>,
) => {
  const named = () =>
    ({
      name: `chat ${model}`,
      kind: 'client',
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model, 'server.address': provider },
    }) as const
  const beganMs = performance.now()
  let outcome: 'finished' | 'failed' = 'failed'
  try {
    await inSpan(telemetry.tracer, named, async (add) => {
      const usage = await work()
      if (usage)
        add({ 'gen_ai.usage.input_tokens': usage.inputTokens, 'gen_ai.usage.output_tokens': usage.outputTokens })
    })
    outcome = 'finished'
  } finally {
    telemetry.metrics?.modelCall(outcome, (performance.now() - beganMs) / 1_000)
  }
}

interface CallOptions {
  /** Counts how often its step has sent it; without it no answer is kept. */
  readonly nth?: number
  /** As the endpoint speaks unless told. */
  readonly replyIn?: (callId: string) => Reply
  /** The call that it is sent in the place of. */
  readonly insteadOf?: string | undefined
}

/** A call as it is reserved and sent. */
export const callOf = (
  { provider, callMs }: Pick<GatewayParts, 'provider' | 'callMs'>,
  identity: Payer,
  outgoing: OutgoingRequest,
  { nth, insteadOf, replyIn = () => ownReply(provider.shape, provider.name, outgoing.wantsUsage) }: CallOptions = {},
): Call => {
  const id = uuidv7()
  const readBytes = outgoing.holdsPictures ? Infinity : outgoing.bodyBytes
  const worst = worstUsage(readBytes, outgoing.maxOutputTokens, provider.contextTokens)
  return {
    ...{ id, identity, outgoing, reply: replyIn(id), insteadOf },
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

/** Reserves a call in a transaction of its own. Throws ModelFailure, recorded, where a cap does not cover it. */
export const reserve = async (parts: GatewayParts, call: Call, attempt?: Pick<Attempt, 'identity' | 'limits'>) => {
  try {
    await parts.database.within(call.identity.workspaceId, async (tx) => {
      if (attempt?.limits) refuseBeyond(attempt.limits, await stepUse(tx, attempt.identity))
      await reserveIn(tx, parts.provider, call)
    })
  } catch (error) {
    throw error instanceof CapReached || error instanceof PriceUnknown ? await refuse(parts, call, error) : error
  }
}

/** Reserves a call in a transaction that is there. Throws CapReached or PriceUnknown: roll back, then `refuse`. */
export const reserveIn = async (tx: Transaction, { price }: ModelProvider, call: Call): Promise<void> => {
  if (!price) await refuseUnderCap(tx, call.identity)
  await reserveCall(tx, call)
}

/** What has no known price passes where nothing has a cap, and nowhere else. */
const refuseUnderCap = async (tx: Transaction, identity: Payer) => {
  const capped = await cappedScope(tx, scopesOf(identity))
  if (capped) throw new PriceUnknown(capped)
}

const refuseBeyond = (limits: StepLimits, used: StepLimits) => {
  const what = used.steps >= limits.steps ? 'steps' : used.tokens >= limits.tokens ? 'tokens' : undefined
  if (what === undefined) return
  const limit = what === 'steps' ? `${limits.steps} calls of the model` : `${limits.tokens} tokens`
  const setting = what === 'steps' ? 'ATELIER_AGENT_STEPS' : 'ATELIER_AGENT_TOKENS'
  const message = `The agent was not done after ${limit}, which is its limit (${setting}).`
  throw new ModelFailure(message, { status: 429, code: 'step_limit', billed: 'nothing' })
}

/** Records that a cap refused the call, and says so. */
export const refuse = ({ database }: GatewayParts, call: Call, error: CapReached | PriceUnknown) =>
  database.within(call.identity.workspaceId, async (tx) => {
    const { kind } = error.scope
    const isUnknown = error instanceof PriceUnknown
    const code: FailureCode = isUnknown ? 'provider_price_unknown' : `${kind}_cap_reached`
    const message = isUnknown
      ? unpricedSentence(kind, call.model)
      : capSentence(kind, await findBudget(tx, error.scope), call.worstMicros)
    if (!isUnknown) await noteRefusal(tx, error.scope, call.worstMicros)
    await insertRefusedCall(tx, call, { code, message })
    return new ModelFailure(message, { status: 402, code, billed: 'nothing' })
  })

/** Sends the reserved call, and settles it before the caller sees the end of the answer. */
export const callProvider = async (parts: GatewayParts, call: Call, response: ServerResponse, signal: AbortSignal) => {
  const relay = call.outgoing.streams ? relayStream : relayWhole
  try {
    if (signal.aborted) throw cancelled(signal, 'nothing')
    const { usage, stored, rest } = await relay(parts, call, response, signal)
    const { price } = parts.provider
    const cost = usage && price ? costMicros(price, usage) : call.worstMicros
    await settle(parts, call, {
      status: 'finished',
      costMicros: cost,
      usage,
      response: Buffer.from(call.keepsAnswer ? stored : ''),
    })
    if (!response.headersSent) response.writeHead(200, call.outgoing.streams ? eventStream : json)
    response.end(call.outgoing.streams ? rest : stored)
    return usage
  } catch (error) {
    const failure = failureOf(error, signal)
    const { code, message, billed } = failure
    const cost = billed === 'nothing' ? 0 : call.worstMicros
    await settle(parts, call, { status: 'failed', costMicros: cost, failure: { code, message } })
    throw failure
  }
}

const settle = ({ database }: GatewayParts, call: Call, end: Parameters<typeof settleCall>[3]) =>
  database.within(call.identity.workspaceId, (tx) => settleCall(tx, call.id, call.identity, end))

const eventStream = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }
const json = { 'content-type': 'application/json' }

const relayWhole = async (
  { provider, retries, beginMs }: GatewayParts,
  call: Call,
  _response: ServerResponse,
  signal: AbortSignal,
): Promise<Answered> => {
  const answer = await beginning(beginMs, signal, (until) =>
    retrying(retries, until, () => provider.complete(call.outgoing.body, until)),
  )
  const usage = shapes[provider.shape].usageOf(provider.name, answer)
  return { usage, stored: call.reply.whole(answer, usage), rest: '' }
}

const relayStream = async (
  { provider, retries, beginMs }: GatewayParts,
  call: Call,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<Answered> => {
  const reader = call.reply.stream()
  let stored = ''
  const pass = async (events: readonly string[]) => {
    const text = reader.take(events)
    stored += text
    if (text === '') return
    if (!response.headersSent) response.writeHead(200, eventStream)
    if (!response.write(text)) await once(response, 'drain', { signal })
  }
  const events = await beginning(beginMs, signal, (until) =>
    retrying(retries, until, () => opened(provider.stream(call.outgoing.body, until))),
  )
  for await (const batch of events) {
    await pass(batch)
    if (reader.isOver) break
  }
  return { ...reader.end(), stored }
}

/** A stream whose first events are there: until then it may be tried again. */
const opened = async (stream: AsyncIterable<readonly string[]>) => {
  const iterator = stream[Symbol.asyncIterator]()
  const first = await iterator.next()
  return fromFirst(first, iterator)
}

async function* fromFirst(first: IteratorResult<readonly string[]>, iterator: AsyncIterator<readonly string[]>) {
  try {
    for (let next = first; !next.done; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}

const sendStored = ({ provider }: GatewayParts, { outgoing }: Call, answer: Buffer, response: ServerResponse) => {
  response.writeHead(200, outgoing.streams ? eventStream : json)
  const end = Buffer.from(shapes[provider.shape].streamEnd)
  response.end(outgoing.streams ? Buffer.concat([answer, end]) : answer)
}

/** Tells the caller, in the middle of a stream as its last event. Failures that are our own go to the log. */
export const sendFailure = (error: unknown, response: ServerResponse, { log, provider }: GatewayParts): void => {
  const failure = failureOf(error)
  const shape = shapes[provider.shape]
  if (isOurs(failure)) log.error({ err: error }, 'A model call failed')
  if (response.destroyed || response.writableEnded) return
  if (response.headersSent) {
    response.end(shape.errorEvent(failure))
    return
  }
  const retryAfter = failure.retryAfterMs !== undefined && {
    'retry-after': String(Math.ceil(failure.retryAfterMs / 1000)),
  }
  // The rest of a body that was not read to its end is of no use: the connection ends with the answer.
  const close = failure.status === 413 && { connection: 'close' }
  response.writeHead(failure.status === 499 ? 503 : failure.status, { ...json, ...retryAfter, ...close })
  response.end(shape.errorBody(failure))
}
