import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import Type, { type Static } from 'typebox'
import { checkLater } from '../../platform/validation/check-later.ts'
import { shapeOf } from '../../platform/contract/json-shape.ts'
import { ModelFailure } from './failure.ts'

export const requestBytesMax = 8 * 1024 * 1024
// Whatever runs in a sandbox can send one: small values by the million would keep the server busy for seconds.
const valuesMax = 200_000
const depthMax = 100

const text = Type.String()
const name = Type.String({ minLength: 1, maxLength: 200 })
const TextPart = Type.Object({ type: Type.Literal('text'), text })

const ToolCall = Type.Object({
  id: name,
  type: Type.Literal('function'),
  function: Type.Object({ name, arguments: text }),
})

const Message = Type.Object({
  role: Type.Enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: Type.Optional(Type.Union([text, Type.Null(), Type.Array(TextPart, { maxItems: 1_000 })])),
  name: Type.Optional(name),
  tool_calls: Type.Optional(Type.Array(ToolCall, { maxItems: 128 })),
  tool_call_id: Type.Optional(name),
  reasoning_content: Type.Optional(Type.Union([text, Type.Null()])),
})

const Tool = Type.Object({
  type: Type.Literal('function'),
  function: Type.Object({
    name,
    description: Type.Optional(text),
    parameters: Type.Optional(Type.Record(text, Type.Unknown())),
    strict: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  }),
})

const maxTokens = Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]))
const penalty = Type.Optional(Type.Number({ minimum: -2, maximum: 2 }))

// A field that is not here is left out of what is sent on: some of them cost money that no usage report shows.
const ChatRequest = Type.Object({
  messages: Type.Array(Message, { minItems: 1, maxItems: 10_000 }),
  tools: Type.Optional(Type.Array(Tool, { maxItems: 128 })),
  tool_choice: Type.Optional(Type.Union([text, Type.Record(text, Type.Unknown())])),
  parallel_tool_calls: Type.Optional(Type.Boolean()),
  max_tokens: maxTokens,
  max_completion_tokens: maxTokens,
  n: Type.Optional(Type.Integer({ minimum: 1, maximum: 1 })),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  frequency_penalty: penalty,
  presence_penalty: penalty,
  seed: Type.Optional(Type.Integer()),
  stop: Type.Optional(Type.Union([text, Type.Array(text, { maxItems: 16 }), Type.Null()])),
  response_format: Type.Optional(Type.Record(text, Type.Unknown())),
  reasoning_effort: Type.Optional(name),
  stream: Type.Optional(Type.Boolean()),
  stream_options: Type.Optional(Type.Object({ include_usage: Type.Optional(Type.Boolean()) })),
})

export type ChatRequest = Static<typeof ChatRequest>
export type ChatMessage = Static<typeof Message>

const validator = checkLater(ChatRequest)
const fields = Object.keys(ChatRequest.properties) as (keyof ChatRequest)[]

/**
 * A chat completion request (OpenAI's `POST /v1/chat/completions`) from its JSON text, with its known fields alone.
 * Throws ModelFailure 400 that names the first field that is wrong.
 */
export const parseRequest = (body: string): ChatRequest => {
  const value = parseJson(body)
  if (!validator.Check(value)) throw invalid(firstError(value))
  return Object.fromEntries(
    fields.filter((field) => value[field] != null).map((field) => [field, value[field]]),
  ) as ChatRequest
}

const parseJson = (body: string): unknown => {
  const { deepest, values } = shapeOf(body)
  if (values > valuesMax) throw invalid(`The body holds more than ${valuesMax} values`)
  if (deepest > depthMax) throw invalid(`The body is nested deeper than ${depthMax} levels`)
  try {
    return JSON.parse(body)
  } catch {
    throw invalid('The body is not JSON')
  }
}

const firstError = (value: unknown) => {
  const picture = /"type":"(image_url|input_audio|file)"/.exec(JSON.stringify(value))
  if (picture) return `A message holds a part of type ${picture[1]}, and only text can be sent to the model`
  // The deepest error says more than the union that it made fail.
  const errors = validator.Errors(value).filter(({ keyword }) => keyword !== 'anyOf')
  const deepest = errors.sort((a, b) => depthOf(b.instancePath) - depthOf(a.instancePath))[0]
  return deepest
    ? `${deepest.instancePath.slice(1).replaceAll('/', '.') || 'The body'} ${deepest.message}`
    : 'The body is no request'
}

const depthOf = (path: string) => path.split('/').length

const invalid = (sentence: string) =>
  new ModelFailure(`${sentence}. Send a chat completion request as OpenAI describes it.`, {
    status: 400,
    code: 'invalid_request',
    billed: 'nothing',
  })

export interface OutgoingSettings {
  readonly model: string
  readonly maxOutputTokens: number
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens'
  readonly effort?: string | undefined
}

export interface OutgoingRequest {
  /** Canonical JSON (RFC 8785): what is sent, and what `hash` is the SHA-256 of. */
  readonly body: string
  readonly bodyBytes: number
  readonly hash: Buffer
  readonly maxOutputTokens: number
  readonly streams: boolean
}

/** The request as it goes to the provider: the configured model, an output bound, and usage always reported. */
export const outgoingRequest = (request: ChatRequest, settings: OutgoingSettings): OutgoingRequest => {
  const { max_tokens, max_completion_tokens, stream, stream_options: _, n: __, ...rest } = request
  const maxOutputTokens = Math.min(max_completion_tokens ?? max_tokens ?? Infinity, settings.maxOutputTokens)
  const streams = stream ?? false
  const body = canonicalize({
    ...rest,
    model: settings.model,
    [settings.maxTokensField]: maxOutputTokens,
    ...(settings.effort && { reasoning_effort: settings.effort }),
    ...(streams && { stream: true, stream_options: { include_usage: true } }),
  })!
  const hash = createHash('sha256').update(body).digest()
  return { body, bodyBytes: Buffer.byteLength(body), hash, maxOutputTokens, streams }
}
