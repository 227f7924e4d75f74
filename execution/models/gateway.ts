import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Attempt, Ledger } from './ledger.ts'
import { cancelled, failureOf, isOwnFailure, ModelFailure } from './failure.ts'
import { inSpan } from '../../platform/telemetry/index.ts'
import { costMicros, type Usage } from './price.ts'
import { type Call, callOf, type GatewayParts } from './call.ts'
import { retrying } from './retry.ts'
import { type OutgoingRequest, shapes } from './shapes/index.ts'

/** Answers one request, given as the JSON of the endpoint's shape. Throws ModelFailure, for `sendFailure`. */
export const answerCall = async (parts: GatewayParts, attempt: Attempt, body: string, response: ServerResponse) => {
  const { ledger } = attempt
  const { provider, takesPictures = false } = parts
  const outgoing = shapes[provider.shape].prepare(body, { ...provider, takesPictures }, ledger.cacheKey)
  const call = callOf(parts, outgoing, { nth: attempt.nthOf(outgoing.hash) })
  const cancel = new AbortController()
  const gone = () => cancel.abort()
  response.once('close', gone)
  noteLeftOut(response, outgoing)
  try {
    const stored = await ledger.findAnswer(call.requestHash, call.nth)
    if (stored) {
      sendStored(parts, call, stored, response)
      return
    }
    await ledger.reserve(call)
    const signal = AbortSignal.any([cancel.signal, AbortSignal.timeout(parts.callMs)])
    await measureCall(parts, call, () => callProvider(parts, ledger, call, response, signal))
  } finally {
    response.off('close', gone)
  }
}

/** Says to the caller which of its tools the model was not given, and which settings were not sent. */
export const noteLeftOut = (
  response: ServerResponse,
  { leftOut, settingsLeftOut }: Pick<OutgoingRequest, 'leftOut' | 'settingsLeftOut'>,
): void => {
  if (response.headersSent) return
  if (leftOut.length > 0) response.setHeader('x-atelier-tools-left-out', leftOut.join(', '))
  if (settingsLeftOut.length > 0) response.setHeader('x-atelier-settings-left-out', settingsLeftOut.join(', '))
}

/** Does the work of a call inside its span, and counts it. */
export const measureCall = async (
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

/** Sends the reserved call, and settles it before the caller sees the end of the answer. */
export const callProvider = async (
  parts: GatewayParts,
  ledger: Ledger,
  call: Call,
  response: ServerResponse,
  signal: AbortSignal,
) => {
  const relay = call.outgoing.streams ? relayStream : relayWhole
  try {
    if (signal.aborted) throw cancelled(signal, 'nothing')
    const { usage, stored, rest } = await relay(parts, call, response, signal)
    const { price } = parts.provider
    const cost = usage && price ? costMicros(price, usage) : call.worstMicros
    const kept = Buffer.from(call.keepsAnswer ? stored : '')
    await ledger.settle(call.id, { status: 'finished', costMicros: cost, usage, response: kept })
    if (!response.headersSent) response.writeHead(200, call.outgoing.streams ? eventStream : json)
    response.end(call.outgoing.streams ? rest : stored)
    return usage
  } catch (error) {
    const failure = failureOf(error, signal)
    const { code, message, billed } = failure
    const cost = billed === 'nothing' ? 0 : call.worstMicros
    await ledger.settle(call.id, { status: 'failed', costMicros: cost, failure: { code, message } })
    throw failure
  }
}

const eventStream = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }
const json = { 'content-type': 'application/json' }

const relayWhole = async (parts: GatewayParts, call: Call, _response: ServerResponse, signal: AbortSignal) => {
  const { answer, usage } = await askWhole(parts, call, signal)
  return { usage, stored: call.reply.whole(answer, usage), rest: '' }
}

/** Sends a call that is not streamed, with retries if they can help. */
export const askWhole = async ({ provider, retries, beginMs }: GatewayParts, call: Call, signal: AbortSignal) => {
  const answer = await withBeginTimeout(beginMs, signal, (until) =>
    retrying(retries, until, () => provider.complete(call.outgoing.body, until)),
  )
  return { answer, usage: usageIn({ provider }, call, answer) }
}

/** The usage that a whole answer reports. Throws ModelFailure for an invalid answer. */
export const usageIn = ({ provider }: Pick<GatewayParts, 'provider'>, call: Call, answer: string): Usage | undefined =>
  call.usageOf ? call.usageOf(answer) : shapes[provider.shape].usageOf(provider.name, answer)

const relayStream = async (
  { provider, retries, beginMs }: GatewayParts,
  call: Call,
  response: ServerResponse,
  signal: AbortSignal,
) => {
  const reader = call.reply.stream()
  let stored = ''
  const pass = async (events: readonly string[]) => {
    const text = reader.take(events)
    stored += text
    if (text === '') return
    if (!response.headersSent) response.writeHead(200, eventStream)
    if (!response.write(text)) await once(response, 'drain', { signal })
  }
  const events = await withBeginTimeout(beginMs, signal, (until) =>
    retrying(retries, until, () => opened(provider.stream(call.outgoing.body, until))),
  )
  for await (const batch of events) {
    await pass(batch)
    if (reader.isOver) break
  }
  return { ...reader.end(), stored }
}

/** A stream with its first events: until then it may be tried again. */
const opened = async (stream: AsyncIterable<readonly string[]>) => {
  const iterator = stream[Symbol.asyncIterator]()
  return fromFirst(await iterator.next(), iterator)
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

/**
 * Sends the caller the failure, in the middle of a stream as its last event. Failures that are our own go to the log.
 */
export const sendFailure = (error: unknown, response: ServerResponse, { log, provider }: GatewayParts): void => {
  const failure = failureOf(error)
  const shape = shapes[provider.shape]
  if (isOwnFailure(failure)) log.error({ err: failure.cause }, 'Model call failed')
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

/**
 * Has `begin` done within `beginMs`; without one, whenever it is done. The work continues under the given signal, which
 * aborts with `signal` and, until it has begun, when it is late. Throws ModelFailure 504 then.
 */
const withBeginTimeout = async <T>(
  beginMs: number | undefined,
  signal: AbortSignal,
  begin: (until: AbortSignal) => Promise<T>,
): Promise<T> => {
  if (beginMs === undefined) return begin(signal)
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), beginMs)
  try {
    return await begin(AbortSignal.any([signal, late.signal]))
  } catch (error) {
    if (signal.aborted || !late.signal.aborted) throw error
    const { billed } = failureOf(error, late.signal)
    const sentence = `The model did not begin its answer within ${beginMs / 1_000} s.`
    throw new ModelFailure(sentence, { status: 504, code: 'provider_slow', billed })
  } finally {
    clearTimeout(timer)
  }
}
