import Type, { type Static } from 'typebox'
import { outgoingOf, pictureAddress, picturesIn, requestReader } from './body.ts'
import { fittingId, type OutgoingSettings } from './shape.ts'

const text = Type.String()
const name = Type.String({ minLength: 1, maxLength: 200 })
const maybe = Type.Optional(Type.Union([text, Type.Null()]))
const Text = Type.Object({ type: Type.Enum(['input_text', 'output_text']), text })
const Picture = Type.Object({
  type: Type.Literal('input_image'),
  image_url: text,
  detail: Type.Optional(Type.Enum(['auto', 'low', 'high'])),
})
const parts = Type.Array(Type.Union([Text, Picture]), { maxItems: 1_000 })

const Message = Type.Object({
  type: Type.Optional(Type.Literal('message')),
  role: Type.Enum(['system', 'developer', 'user', 'assistant']),
  content: Type.Union([text, parts]),
})
const Reasoning = Type.Object({
  type: Type.Literal('reasoning'),
  id: maybe,
  summary: Type.Array(Type.Object({ type: Type.Literal('summary_text'), text }), { maxItems: 1_000 }),
  encrypted_content: maybe,
})
const Call = Type.Object({ type: Type.Literal('function_call'), call_id: name, name, arguments: text })
const Output = Type.Object({
  type: Type.Literal('function_call_output'),
  call_id: name,
  output: Type.Union([text, parts]),
})

const FunctionTool = Type.Object({
  type: Type.Literal('function'),
  name,
  description: maybe,
  parameters: Type.Optional(Type.Union([Type.Record(text, Type.Unknown()), Type.Null()])),
  strict: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
})
const OtherTool = Type.Object({ type: Type.String({ pattern: '^(?!function$)[a-z0-9_]{1,100}$' }) })

// Tools that the caller carries out: calls of them, and its answers. Others run at the endpoint, and some of those cost
// money that no usage report shows.
const callersTools: readonly string[] = ['function', 'custom', 'local_shell', 'apply_patch', 'namespace']
const OtherItem = Type.Object({
  type: Type.Enum([
    'custom_tool_call',
    'custom_tool_call_output',
    'local_shell_call',
    'local_shell_call_output',
    'apply_patch_call',
    'apply_patch_call_output',
  ]),
  call_id: Type.Optional(name),
})

// A field that is not here is left out of the outgoing request: some of them cost money that no usage report shows.
const ResponsesRequest = Type.Object({
  instructions: maybe,
  input: Type.Union([
    text,
    Type.Array(Type.Union([Message, Reasoning, Call, Output, OtherItem]), { minItems: 1, maxItems: 10_000 }),
  ]),
  tools: Type.Optional(Type.Array(Type.Union([FunctionTool, OtherTool]), { maxItems: 128 })),
  tool_choice: Type.Optional(Type.Union([text, Type.Record(text, Type.Unknown())])),
  parallel_tool_calls: Type.Optional(Type.Boolean()),
  max_output_tokens: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
  temperature: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 2 }), Type.Null()])),
  top_p: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()])),
  reasoning: Type.Optional(Type.Object({ effort: maybe, summary: maybe })),
  text: Type.Optional(Type.Record(text, Type.Unknown())),
  stream: Type.Optional(Type.Boolean()),
})

export type ResponsesRequest = Static<typeof ResponsesRequest>
export const responsesFields = Object.keys(ResponsesRequest.properties)
export type ResponsesItem = Exclude<ResponsesRequest['input'], string>[number]

/** Reads a Responses request, given as JSON text or its value. Throws ModelFailure 400 that names the first wrong field. */
export const parseResponses = requestReader<ResponsesRequest>(
  ResponsesRequest,
  'a Responses request as OpenAI describes it',
)

type ResponsesTool = NonNullable<ResponsesRequest['tools']>[number]
export const isFunctionTool = (tool: ResponsesTool): tool is Static<typeof FunctionTool> => tool.type === 'function'

/** The types of tools that `isTaken` refuses, each once. */
export const leftOutOf = (tools: readonly ResponsesTool[], isTaken: (tool: ResponsesTool) => boolean): string[] => [
  ...new Set(tools.filter((tool) => !isTaken(tool)).map(({ type }) => type)),
]

/** An OpenAI Responses request as it goes to the endpoint, which stores nothing: thoughts come back encrypted. */
export const prepareResponses = (body: string | object, settings: OutgoingSettings, conversation?: string) => {
  const { input, max_output_tokens, stream, reasoning, tools: given, tool_choice, ...rest } = parseResponses(body)
  const tools = given?.filter(isCallers)
  const leftOut = leftOutOf(given ?? [], isCallers)
  const maxOutputTokens = Math.min(max_output_tokens ?? Infinity, settings.maxOutputTokens)
  const streams = stream ?? false
  const items = typeof input === 'string' ? [] : input
  const holdsPictures = picturesIn(items.flatMap(picturesOf), 'input_image', settings)
  const effort = settings.effort ?? reasoning?.effort
  const outgoing = {
    ...rest,
    ...(tools && tools.length > 0 && { tools }),
    ...(tool_choice !== undefined && !choosesOne(tool_choice, leftOut) && { tool_choice }),
    input: typeof input === 'string' ? input : input.map(withFittingId).map(withPictures),
    model: settings.model,
    max_output_tokens: maxOutputTokens,
    ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    store: false,
    include: ['reasoning.encrypted_content'],
    ...((effort ?? reasoning) && { reasoning: { ...reasoning, ...(effort && { effort }) } }),
    ...(conversation && { prompt_cache_key: conversation }),
    ...(streams && { stream: true }),
  }
  return outgoingOf(outgoing, { maxOutputTokens, streams, holdsPictures, leftOut })
}

const isCallers = ({ type }: ResponsesTool) => callersTools.includes(type)

/** Whether a choice of a tool names one of these types. */
const choosesOne = (choice: NonNullable<ResponsesRequest['tool_choice']>, types: readonly string[]) =>
  typeof choice === 'object' && types.includes(String(choice.type))

const picturesOf = (item: ResponsesItem) => {
  const content = 'content' in item ? item.content : 'output' in item ? item.output : ''
  return Array.isArray(content) ? content.flatMap((part) => (part.type === 'input_image' ? [part.image_url] : [])) : []
}

const ids = { pattern: /^.{1,64}$/s, length: 40 }

const withKnownTypes = (content: Static<typeof parts>) =>
  content.map((part) => (part.type === 'input_image' ? { ...part, image_url: pictureAddress(part.image_url) } : part))

const withPictures = (item: ResponsesItem): ResponsesItem => {
  if ('content' in item && Array.isArray(item.content)) return { ...item, content: withKnownTypes(item.content) }
  return 'output' in item && Array.isArray(item.output) ? { ...item, output: withKnownTypes(item.output) } : item
}

const withFittingId = (item: ResponsesItem): ResponsesItem =>
  'call_id' in item && item.call_id !== undefined ? { ...item, call_id: fittingId(item.call_id, ids) } : item
