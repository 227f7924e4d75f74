import Type, { type Static } from 'typebox'

const text = Type.String()
const name = Type.String({ minLength: 1, maxLength: 200 })
const TextBlock = Type.Object({ type: Type.Literal('text'), text })
const texts = Type.Union([text, Type.Array(TextBlock, { maxItems: 1_000 })])
const Picture = Type.Object({
  type: Type.Literal('image'),
  source: Type.Object({ type: Type.Literal('base64'), media_type: name, data: text }),
})
const ToolUse = Type.Object({
  type: Type.Literal('tool_use'),
  id: name,
  name,
  input: Type.Record(text, Type.Unknown()),
})
const ToolResult = Type.Object({
  type: Type.Literal('tool_result'),
  tool_use_id: name,
  content: Type.Optional(Type.Union([text, Type.Array(Type.Union([TextBlock, Picture]), { maxItems: 1_000 })])),
  is_error: Type.Optional(Type.Boolean()),
})
// Kimi, GLM and DeepSeek sign no thought.
const Thinking = Type.Object({
  type: Type.Literal('thinking'),
  thinking: text,
  signature: Type.Optional(Type.Union([text, Type.Null()])),
})
const RedactedThinking = Type.Object({ type: Type.Literal('redacted_thinking'), data: text })
const Block = Type.Union([TextBlock, Picture, ToolUse, ToolResult, Thinking, RedactedThinking])

const Message = Type.Object({
  role: Type.Enum(['user', 'assistant', 'system']),
  content: Type.Union([text, Type.Array(Block, { maxItems: 10_000 })]),
})

const Tool = Type.Object({
  type: Type.Optional(Type.Literal('custom')),
  name,
  description: Type.Optional(text),
  input_schema: Type.Record(text, Type.Unknown()),
  strict: Type.Optional(Type.Boolean()),
})

// A field that is not here is left out of the outgoing request: some of them cost money that no usage report shows.
export const MessagesRequest = Type.Object({
  system: Type.Optional(texts),
  messages: Type.Array(Message, { minItems: 1, maxItems: 10_000 }),
  tools: Type.Optional(Type.Array(Tool, { maxItems: 128 })),
  tool_choice: Type.Optional(Type.Record(text, Type.Unknown())),
  max_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  top_k: Type.Optional(Type.Integer({ minimum: 0 })),
  stop_sequences: Type.Optional(Type.Array(text, { maxItems: 16 })),
  thinking: Type.Optional(Type.Record(text, Type.Unknown())),
  output_config: Type.Optional(
    Type.Object({ effort: Type.Optional(name), format: Type.Optional(Type.Record(text, Type.Unknown())) }),
  ),
  stream: Type.Optional(Type.Boolean()),
})

export type MessagesRequest = Static<typeof MessagesRequest>
export const messagesFields = Object.keys(MessagesRequest.properties)
export type MessageBlock = Static<typeof Block>
