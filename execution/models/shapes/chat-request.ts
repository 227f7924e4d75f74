import Type, { type Static } from 'typebox'
import { outgoingOf, pictureAddress, picturesIn, requestReader } from './body.ts'
import { fittingId, type OutgoingSettings, isOf } from './shape.ts'

const text = Type.String()
const name = Type.String({ minLength: 1, maxLength: 200 })
const TextPart = Type.Object({ type: Type.Literal('text'), text })

// Mistral's models think so, and get their thoughts back so.
const ThinkingPart = Type.Object({ type: Type.Literal('thinking'), thinking: Type.Unknown() })

const ToolCall = Type.Object({
  id: name,
  type: Type.Literal('function'),
  function: Type.Object({ name, arguments: text }),
})

const PicturePart = Type.Object({
  type: Type.Literal('image_url'),
  image_url: Type.Object({ url: text, detail: Type.Optional(Type.Enum(['auto', 'low', 'high'])) }),
})

const Message = Type.Object({
  role: Type.Enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: Type.Optional(
    Type.Union([text, Type.Null(), Type.Array(Type.Union([TextPart, PicturePart, ThinkingPart]), { maxItems: 1_000 })]),
  ),
  name: Type.Optional(name),
  tool_calls: Type.Optional(Type.Array(ToolCall, { maxItems: 128 })),
  tool_call_id: Type.Optional(name),
  // A model's thoughts go back to it as they came; OpenRouter writes them as a list.
  reasoning_content: Type.Optional(Type.Union([text, Type.Null()])),
  reasoning_details: Type.Optional(Type.Array(Type.Record(text, Type.Unknown()), { maxItems: 10_000 })),
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

// A field that is not here is left out of the outgoing request: some of them cost money that no usage report shows.
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
export const chatFields = Object.keys(ChatRequest.properties)
export type ChatMessage = Static<typeof Message>

/** Reads a chat completion request, given as JSON text or its value. Throws ModelFailure 400 that names the first wrong field. */
export const parseChat = requestReader<ChatRequest>(ChatRequest, 'a chat completion request as OpenAI describes it')

// Elsewhere the name may be unknown, and the refusal of an unknown name costs a call.
const takesCacheKey = (endpoint: string) =>
  ['openai.com', 'openai.azure.com', 'mistral.ai'].some((domain) => isOf(endpoint, domain))

/** A chat completion request (OpenAI's `POST /v1/chat/completions`) as it goes to the endpoint. */
export const prepareChat = (body: string | object, settings: OutgoingSettings, conversation?: string) => {
  const request = parseChat(body)
  const { messages, max_tokens, max_completion_tokens, stream, stream_options, n: _, ...rest } = request
  const maxOutputTokens = Math.min(max_completion_tokens ?? max_tokens ?? Infinity, settings.maxOutputTokens)
  const streams = stream ?? false
  const holdsPictures = picturesIn(messages.flatMap(picturesOf), 'image_url', settings)
  const outgoing = {
    ...rest,
    messages: withFittingIds(messages, isOf(settings.name, 'mistral.ai') ? nineCharacters : upToForty),
    model: settings.model,
    [settings.maxTokensField]: maxOutputTokens,
    ...(settings.effort && { reasoning_effort: settings.effort }),
    ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    ...(conversation && takesCacheKey(settings.name) && { prompt_cache_key: conversation }),
    ...(streams && { stream: true, stream_options: { include_usage: true } }),
  }
  const wantsUsage = stream_options?.include_usage ?? false
  return outgoingOf(outgoing, { maxOutputTokens, streams, wantsUsage, holdsPictures })
}

const picturesOf = ({ content }: ChatMessage) =>
  Array.isArray(content) ? content.flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : [])) : []

// Mistral takes exactly nine letters or digits, OpenAI at most forty characters.
const nineCharacters = { pattern: /^[a-zA-Z0-9]{9}$/, length: 9 }
const upToForty = { pattern: /^.{1,40}$/s, length: 40 }

type ContentPart = Exclude<ChatMessage['content'], string | null | undefined>[number]

const withKnownType = (part: ContentPart): ContentPart =>
  part.type === 'image_url'
    ? { ...part, image_url: { ...part.image_url, url: pictureAddress(part.image_url.url) } }
    : part

const withFittingIds = (messages: ChatRequest['messages'], ids: typeof upToForty) =>
  messages.map((message) => ({
    ...message,
    ...(Array.isArray(message.content) && { content: message.content.map(withKnownType) }),
    ...(message.tool_call_id && { tool_call_id: fittingId(message.tool_call_id, ids) }),
    ...(message.tool_calls && {
      tool_calls: message.tool_calls.map((call) => ({ ...call, id: fittingId(call.id, ids) })),
    }),
  }))
