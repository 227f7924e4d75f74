import type { LookupFunction } from 'node:net'
import type { Agent, Dispatcher } from 'undici'
import { FetchRefusal } from '../../platform/fetch/index.ts'
import { currentTrace, traceHeaders } from '../../platform/telemetry/index.ts'
import { eventParser, EventStreamError } from './events.ts'
import { decodedBody, refusalOf, type SettingWords, wordsOf } from './refusal.ts'
import { type BillingOutcome, cancelled, type FailureCode, ModelFailure } from './failure.ts'
import { type RequestFit, fitAfterRefusal, fitRequest, noFit } from './fitted-request.ts'
import { maskKey, endpointDoor } from './endpoint-door.ts'
import type { Price } from './price.ts'
import { answerMostBytes, type EndpointRequest, jsonContent, type ModelChoice, type ModelProvider } from './provider.ts'
import { defaultRetries, retrying } from './retry.ts'
import { type Shape, type ShapeName, shapes } from './shapes/index.ts'
import { type Watch, watching } from './watch.ts'

export interface EndpointSettings {
  /** For records and messages; by default the host. */
  readonly name?: string
  /** As far as the version, for instance https://api.example.com/v1. */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly model: string
  /** By default `chat`. */
  readonly shape?: ShapeName
  readonly price: Price | undefined
  readonly contextTokens: number
  readonly maxOutputTokens: number
  /** The endpoint's name for the bound of its output; if it refuses one name, the other is tried. */
  readonly maxTokensField?: 'max_tokens' | 'max_completion_tokens'
  /** Sent with every call, as the shape writes it. */
  readonly effort?: string | undefined
  readonly timeouts: Readonly<typeof defaultTimeouts>
  /** The look-up of its name, if the system's look-up is not used. */
  readonly lookup?: LookupFunction
  /** The settings that messages mention; by default the instance's. */
  readonly words?: SettingWords
  /** Limit for a call's answer; by default 16 MiB. */
  readonly answerBytesMax?: number
}

export const defaultTimeouts = {
  connectMs: 10_000,
  /** From the request to the first byte of its answer's body. */
  firstByteMs: 120_000,
  /** Between two chunks of an answer. */
  idleMs: 60_000,
}

/** Any endpoint that speaks one of the shapes. The key is added here and is in no message and no record. */
export const openEndpoint = (settings: EndpointSettings): ModelProvider => {
  const shape = settings.shape ?? 'chat'
  const base = new URL(settings.baseUrl)
  const name = settings.name ?? base.host
  const answerBytesMax = settings.answerBytesMax ?? answerMostBytes
  let agent: Promise<Agent> | undefined
  const shared = {
    name,
    base,
    shape: shapes[shape],
    settings,
    answerBytesMax,
    // Loaded with the first call: it is a third of the server's start otherwise.
    agent: () => (agent ??= openAgent(settings.timeouts.connectMs, settings.lookup)),
  }
  const endpoints = new Map<string, Endpoint>()
  const choose = (choice: ModelChoice): ModelProvider => {
    if (endpoints.size >= modelsMost) endpoints.clear()
    const endpoint = endpoints.get(choice.model) ?? { ...shared, fit: noFit }
    endpoints.set(choice.model, endpoint)
    return {
      ...choice,
      name,
      shape,
      maxTokensField: settings.maxTokensField ?? 'max_tokens',
      effort: settings.effort,
      complete: async (body, signal) => {
        const chunks = await Array.fromAsync(answerOf(endpoint, body, signal))
        return maskKey(settings.apiKey, Buffer.concat(chunks).toString('utf8'))
      },
      stream: (body, signal) => stream(endpoint, body, signal),
      choose,
      door: endpointDoor(settings.apiKey, (request, signal, sizeMostBytes) =>
        answerOfRequest({ ...endpoint, answerBytesMax: sizeMostBytes }, request, signal),
      ),
      close: async () => {
        await (await agent)?.destroy()
      },
    }
  }
  const { model, price, contextTokens, maxOutputTokens } = settings
  return choose({ model, price, contextTokens, maxOutputTokens })
}

// People choose models by name: the memory for them stays small.
const modelsMost = 200

interface Endpoint {
  readonly name: string
  readonly base: URL
  readonly shape: Shape
  readonly settings: EndpointSettings
  readonly answerBytesMax: number
  /** How requests have to look for this model, as far as it is known. */
  fit: RequestFit
  readonly agent: () => Promise<Agent>
}

const openAgent = async (connectMs: number, lookup: LookupFunction | undefined) => {
  const undici = await import('undici')
  // The time-outs of a call are kept by `watching`: undici's own are exact to a second only.
  const connect = { timeout: connectMs, ...(lookup && { lookup }) }
  return new undici.Agent({ connect, headersTimeout: 0, bodyTimeout: 0, connections: 256 })
}

async function* stream(endpoint: Endpoint, body: string, signal: AbortSignal) {
  const parser = eventParser(endpoint.answerBytesMax)
  const { apiKey } = endpoint.settings
  const masked = (events: readonly string[]) => events.map((event) => maskKey(apiKey, event))
  let isEvents = false
  const head: Buffer[] = []
  let headBytes = 0
  try {
    for await (const chunk of answerOf(endpoint, body, signal)) {
      if (!isEvents && headBytes < headBytesMax) headBytes += head[head.push(chunk) - 1]!.length
      const events = parser.push(chunk)
      isEvents ||= events.length > 0
      const done = events.findIndex(isDone)
      const ready = masked(done === -1 ? events : events.slice(0, done))
      if (ready.length > 0) yield ready
      if (done !== -1) return
    }
    const last = masked(parser.end().filter((event) => !isDone(event)))
    if (last.length > 0) yield last
    // An answer that is no stream, such as an error: as its one event it is judged by its words.
    else if (!isEvents && headBytes > 0) yield masked([Buffer.concat(head).toString('utf8')])
  } catch (error) {
    if (!(error instanceof EventStreamError)) throw error
    const sentence = `The answer of the model endpoint ${endpoint.name} is no stream of events: ${error.message}.`
    throw perhapsBilled(sentence, 502, 'provider_garbage')
  }
}

const headBytesMax = 64 * 1024

const isDone = (event: string) => event.length < 20 && event.trim() === '[DONE]'

/** The bytes of a successful answer, under the call's time-outs and bounded. */
const answerOf = (endpoint: Endpoint, body: string, signal: AbortSignal): AsyncGenerator<Buffer> =>
  bytesOf(endpoint, signal, (agent, watch) => accepted(endpoint, agent, body, watch))

/** Like `answerOf`, for any other request to an endpoint. */
const answerOfRequest = (endpoint: Endpoint, request: EndpointRequest, signal: AbortSignal): AsyncGenerator<Buffer> =>
  bytesOf(endpoint, signal, async (agent, watch) => {
    watch.expect('first byte', endpoint.settings.timeouts.firstByteMs)
    const ask = () => send(endpoint, agent, request, watch.signal)
    // Only a hang-up is a failure that may be tried again here.
    const repeats = request.method === 'GET' || request.repeats === true
    const answer = repeats ? await retrying(defaultRetries, watch.signal, ask) : await ask()
    if (answer.statusCode !== 200) throw await refusalOf(endpoint, answer)
    return answer
  })

async function* bytesOf(
  endpoint: Endpoint,
  signal: AbortSignal,
  open: (agent: Agent, watch: Watch) => Promise<Dispatcher.ResponseData>,
): AsyncGenerator<Buffer> {
  const watch = watching(signal)
  let billed: BillingOutcome = 'nothing'
  try {
    const agent = await endpoint.agent()
    billed = 'perhaps'
    const answer = await open(agent, watch)
    yield* bounded(endpoint, answer, watch)
  } catch (error) {
    throw error instanceof ModelFailure ? error : brokenOff(endpoint, watch, error, billed)
  } finally {
    watch.stop()
  }
}

/** Sends a request, and again without each refused parameter; a remedy is remembered only if it then passes. */
const accepted = async (endpoint: Endpoint, agent: Agent, body: string, watch: Watch) => {
  let { fit } = endpoint
  const refused = new Set<string>()
  for (;;) {
    watch.expect('first byte', endpoint.settings.timeouts.firstByteMs)
    const sent = fitRequest(body, fit)
    const request = { method: 'POST', path: endpoint.shape.path, content: jsonContent(sent) } as const
    const answer = await send(endpoint, agent, request, watch.signal)
    if (answer.statusCode === 200) {
      if (refused.size > 0) endpoint.fit = fit
      return answer
    }
    const failure = await refusalOf(endpoint, answer)
    if (!failure.refused || refused.has(failure.refused.name)) throw failure
    const next = fitAfterRefusal(fit, failure.refused, sent)
    if (!next) throw failure
    refused.add(failure.refused.name)
    fit = next
  }
}

async function* bounded(endpoint: Endpoint, answer: Dispatcher.ResponseData, watch: Watch): AsyncGenerator<Buffer> {
  const { name, settings, answerBytesMax } = endpoint
  const { body } = answer
  let sizeBytes = 0
  try {
    for await (const chunk of decodedBody(answer)) {
      // A reader that is slow to take the data does not make the endpoint late.
      watch.pause()
      sizeBytes += chunk.length
      if (sizeBytes > answerBytesMax) {
        const sentence = `The model endpoint ${name} answered more than ${answerBytesMax} bytes to one call, and was cut off.`
        throw perhapsBilled(sentence, 502, 'provider_too_large')
      }
      yield chunk
      watch.expect('next chunk', settings.timeouts.idleMs)
    }
  } finally {
    // A reader leaves at the last event; the connection serves the next call if its answer ends there too.
    body.dump({ limit: 16_384, signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
  }
}

const send = async (endpoint: Endpoint, agent: Agent, request: EndpointRequest, signal: AbortSignal) => {
  const { base, shape, settings } = endpoint
  const { method, path, content } = request
  try {
    return await agent.request({
      origin: base.origin,
      path: `${base.pathname.replace(/\/{1,99}$/, '')}${path}${base.search}`,
      method,
      headers: {
        ...(content && { 'content-type': content.mediaType }),
        accept: 'text/event-stream, application/json, */*;q=0.5',
        ...traceHeaders(currentTrace()),
        ...shape.headers(settings.apiKey),
      },
      ...(content && { body: content.bytes }),
      signal,
    })
  } catch (error) {
    if (signal.aborted || !hungUp.includes((error as { code?: string }).code ?? '')) throw error
    const sentence = `The model endpoint ${endpoint.name} closed the connection before its answer began. Run the task again.`
    throw notBilled(sentence, 'provider_cut', error)
  }
}

// An idle connection that the endpoint closes at the moment of the next request, among others.
const hungUp = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

// The endpoint never saw a call that failed so: it costs nothing and may be sent again.
const neverConnected =
  'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT UND_ERR_CONNECT_TIMEOUT'.split(' ')

/** The failure of a call whose answer did not come, or not to its end. */
const brokenOff = ({ name, settings }: Endpoint, watch: Watch, error: unknown, billed: BillingOutcome) => {
  const who = `The model endpoint ${name}`
  const code = (error as { code?: string }).code ?? ''
  const { firstByteMs, idleMs } = settings.timeouts
  if (error instanceof FetchRefusal)
    return notBilled(`${who} cannot be reached. ${error.message}`, 'provider_unreachable', error)
  if (neverConnected.includes(code)) {
    const { baseUrl } = wordsOf(settings)
    const sentence = `${who} cannot be reached (${code}). Check that it runs and that ${baseUrl} is its address.`
    return notBilled(sentence, 'provider_unreachable', error)
  }
  if (watch.late === 'first byte') {
    const sentence = `${who} sent nothing for ${firstByteMs / 1000} s. Run the task again when it answers.`
    return perhapsBilled(sentence, 504, 'provider_slow')
  }
  if (watch.late === 'next chunk') {
    const sentence = `${who} stopped in the middle of its answer for ${idleMs / 1000} s. Run the task again.`
    return perhapsBilled(sentence, 504, 'provider_stalled')
  }
  if (watch.signal.aborted) return cancelled(watch.signal, billed)
  const sentence = `${who} closed the connection before its answer was whole. Run the task again.`
  return perhapsBilled(sentence, 502, 'provider_cut', error)
}

const perhapsBilled = (sentence: string, status: number, code: FailureCode, cause?: unknown) =>
  new ModelFailure(sentence, { status, code, billed: 'perhaps', cause })

/** A connection without an answer costs nothing, as a refusal with a status does, and may be tried again. */
const notBilled = (sentence: string, code: FailureCode, cause: unknown) =>
  new ModelFailure(sentence, { status: 502, code, billed: 'nothing', retryable: true, cause })
