import { APICallError, jsonSchema, type ModelMessage, streamText, tool, type ToolSet } from 'ai'
import { parseJson } from './text.ts'
import { withThoughts, withoutForeignThoughts, gatherDetails } from './thoughts.ts'
import type { Tool } from './tools/index.ts'
import type { HarnessModel, HarnessPaths } from '../job.ts'
import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/** The model, and the way to it. */
interface Endpoint {
  readonly model: HarnessModel
  readonly place: Pick<HarnessPaths, 'egressSocket' | 'modelUrl'>
}

// The gateway adds the key: the value that a library wants in its place is no secret.
const apiKey = 'none'
const noDetails = () => []

/**
 * The gateway's model for one call, spoken to in the shape of its endpoint. Each library is loaded when it is needed.
 */
const languageModel = async ({ model: { name, shape }, place }: Endpoint) => {
  const where = { baseURL: place.modelUrl, fetch: socketFetch(place.egressSocket) }
  if (shape === 'messages') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return { model: createAnthropic({ ...where, apiKey })(name), details: noDetails }
  }
  if (shape === 'responses') {
    const { createOpenAI } = await import('@ai-sdk/openai')
    // The model's thoughts have to come back with each call, since the endpoint stores nothing.
    const options = { openai: { store: false, include: ['reasoning.encrypted_content'] } }
    return { model: createOpenAI({ ...where, apiKey }).responses(name), options, details: noDetails }
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const gathered = gatherDetails()
  const metadataExtractor = {
    extractMetadata: () => Promise.resolve(undefined),
    createStreamExtractor: () => ({ processChunk: gathered.take, buildMetadata: () => undefined }),
  }
  const provider = createOpenAICompatible({ ...where, name: 'atelier', includeUsage: true, metadataExtractor })
  return { model: provider.chatModel(name), details: () => gathered.details }
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

/** One whole answer of the model. Half an answer is discarded, and no call in it is carried out. */
export interface ModelAnswer {
  readonly text: string
  readonly calls: readonly ToolCall[]
  readonly finishReason: string
  /** Undefined if the endpoint counts nothing. */
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
  /** The answer as the next request holds it. */
  readonly messages: readonly ModelMessage[]
}

export interface Question {
  readonly instructions: string
  readonly messages: readonly ModelMessage[]
  readonly tools: Readonly<Record<string, Tool>>
  readonly signal: AbortSignal
  readonly onText?: ((text: string) => void) | undefined
  /** Called for each part of the answer as it comes. */
  readonly onPart?: () => void
}

/** Asks the model once. Throws the gateway's error for a failed call, also in the middle of its answer. */
export const ask = async (job: Endpoint, { instructions, messages, tools, signal, onText, onPart }: Question) => {
  const { model, options, details } = await languageModel(job)
  const result = streamText({
    model,
    ...(options && { providerOptions: options }),
    instructions,
    messages: withoutForeignThoughts(messages, job.model),
    tools: offered(tools),
    maxOutputTokens: job.model.maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
    onError: () => undefined,
  })
  const answer = {
    text: '',
    calls: [] as ToolCall[],
    finishReason: 'stop',
    inputTokens: undefined,
    outputTokens: undefined,
  }
  for await (const part of result.stream) {
    if (part.type === 'error') throw part.error
    if (parts.has(part.type)) onPart?.()
    if (part.type === 'abort') signal.throwIfAborted()
    if (part.type === 'text-delta') {
      answer.text += part.text
      onText?.(part.text)
    }
    if (part.type === 'tool-call') answer.calls.push({ id: part.toolCallId, name: part.toolName, input: part.input })
    if (part.type !== 'finish-step') continue
    if (part.rawFinishReason === 'model_context_window_exceeded') throw new WindowExceeded()
    const { inputTokens, outputTokens } = part.usage
    Object.assign(answer, { finishReason: part.finishReason, inputTokens, outputTokens })
  }
  signal.throwIfAborted()
  const replies = (await result.responseMessages).filter((message) => message.role === 'assistant')
  return { ...answer, messages: replies.map((message) => withThoughts(message, job.model, details())) }
}

/** The model's own parts, without the library's additions. */
const parts: ReadonlySet<string> = new Set([
  'text-delta',
  'reasoning-delta',
  'tool-input-delta',
  'tool-call',
  'finish-step',
])

/** Anthropic's answer for a full window, for which others refuse the request. */
class WindowExceeded extends Error {
  readonly code = 'context_length_exceeded'

  constructor() {
    super('The conversation has filled the context window of the model.')
  }
}

// Carried out by us, once the answer is whole.
const offered = (tools: Readonly<Record<string, Tool>>): ToolSet =>
  Object.fromEntries(
    Object.entries(tools).map(([name, { description, schema }]) => [
      name,
      tool({ description, inputSchema: jsonSchema(schema) }),
    ]),
  )

/** The error of a model call. */
export interface CallFailure {
  readonly message: string
  readonly code?: string | undefined
  readonly status?: number | undefined
  /** How long the gateway or the endpoint asked to wait. */
  readonly retryAfterMs?: number | undefined
}

/** The gateway's own words, from an answer or from the middle of a stream; or the cause of the failed connection. */
export const failureOf = (error: unknown): CallFailure => {
  const isCall = APICallError.isInstance(error)
  const body = isCall ? errorIn(error.responseBody) : error
  const { message, code } = (body ?? error) as { message?: unknown; code?: unknown }
  return {
    message: typeof message === 'string' ? message : 'The model call failed.',
    code: typeof code === 'string' ? code : undefined,
    status: isCall ? error.statusCode : undefined,
    retryAfterMs: isCall ? askedWait(error.responseHeaders ?? {}) : undefined,
  }
}

// The gateway's code is beside the message in every shape; a shape's own reader may drop it.
const errorIn = (text: string | undefined): unknown =>
  (parseJson(text ?? '') as { error?: unknown } | null | undefined)?.error

const askedWait = (headers: Readonly<Record<string, string>>): number | undefined => {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (exact >= 0) return exact
  const value = headers['retry-after']
  if (value === undefined) return undefined
  const waitMs = /^[\d.]+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}

/**
 * `fetch` for plain HTTP through a Unix socket that leads to a proxy: the request names the whole address. It takes a
 * URL or its text, a text as the body, and returns the answer as it streams in.
 */
// Node's own client: undici would add 1.2 MB to the program that each sandbox loads.
export const socketFetch =
  (socketPath: string): typeof fetch =>
  async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const headers = Object.fromEntries(new Headers(init.headers))
    const body = typeof init.body === 'string' ? init.body : ''
    const request = httpRequest({
      socketPath,
      method: init.method ?? 'GET',
      path: url.href,
      headers: { ...headers, host: url.host, 'content-length': String(Buffer.byteLength(body)) },
      ...(init.signal && { signal: init.signal }),
    })
    request.end(body)
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, {
      status: answer.statusCode ?? 502,
      headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
    })
  }
