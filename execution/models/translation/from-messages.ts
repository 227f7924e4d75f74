import { parseMessages } from '../shapes/messages-request.ts'
import { messagesFields, type MessageBlock, type MessagesRequest } from '../shapes/messages-schema.ts'
import { type Content, type Conversation, joinedTurns, type Part, type Settings } from './conversation.ts'
import { pictureOf, schemaOf } from './read-parts.ts'
import { openSeal } from './thought-seals.ts'
import { commonNames, refuseOtherFields, untranslatable } from './untranslatable.ts'
import type { IgnoredValues, SettingNames } from './untranslatable.ts'

// Fields about the caller, or about a cache that other endpoints keep automatically.
const ignored: IgnoredValues = { metadata: 'any', cache_control: 'any', service_tier: ['auto', 'standard_only'] }
// Endpoints of messages shorten long conversations by this field. Others are sent the whole conversation.
const noted: IgnoredValues = { context_management: 'any' }

const cached: IgnoredValues = { cache_control: 'any' }
// How pieces of inputs come, which changes none.
const idleInTools: IgnoredValues = { ...cached, eager_input_streaming: 'any', defer_loading: [false] }

/** Names of the settings in a Messages request. */
export const messagesNames: SettingNames = { ...commonNames, stops: 'stop_sequences', format: 'output_config.format' }

/** Reads a Messages request. Throws ModelFailure 400 with the first field that is wrong or untranslatable. */
export const fromMessages = (body: object): Conversation => {
  const request = parseMessages(body)
  refuseOtherFields(body, ['model', ...messagesFields], { ...ignored, ...noted })
  const { system = [], messages, tools = [] } = request
  return {
    system: typeof system === 'string' ? [system] : system.map(({ text }) => text),
    turns: joinedTurns(
      messages.map(({ role, content }, at) => ({ role, parts: partsOf(content, `messages.${at}.content`) })),
    ),
    tools: tools.map((tool, at) => {
      refuseOtherFields(tool, ['type', 'name', 'description', 'input_schema', 'strict'], idleInTools, `tools.${at}.`)
      const { name, description, input_schema, strict } = tool
      return { name, description, input: input_schema, strict }
    }),
    settings: settingsOf(request),
    streams: request.stream ?? false,
    wantsUsage: true,
    settingsLeftOut: Object.keys(noted).filter((name) => (body as Readonly<Record<string, unknown>>)[name] != null),
  }
}

const partsOf = (content: string | readonly MessageBlock[], path: string): Part[] =>
  typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : content.map((block, at) => partOf(block, `${path}.${at}`))

const fieldsOf: Readonly<Record<MessageBlock['type'], readonly string[]>> = {
  text: ['text'],
  image: ['source'],
  tool_use: ['id', 'name', 'input'],
  tool_result: ['tool_use_id', 'content', 'is_error'],
  thinking: ['thinking', 'signature'],
  redacted_thinking: ['data'],
}
const idle: IgnoredValues = { ...cached, caller: [{ type: 'direct' }], citations: [{ enabled: false }, []] }

const partOf = (block: MessageBlock, path: string): Part => {
  refuseOtherFields(block, ['type', ...fieldsOf[block.type]], idle, `${path}.`)
  switch (block.type) {
    case 'text':
    case 'image':
      return contentOf(block, path)
    case 'tool_use':
      return { type: 'call', id: block.id, name: block.name, input: JSON.stringify(block.input) }
    case 'tool_result':
      return resultOf(block, path)
    case 'thinking':
      return { type: 'thought', text: block.thinking, ...openSeal(block.signature ?? '', 'messages') }
    case 'redacted_thinking':
      return { type: 'thought', text: '', ...openSeal(block.data, 'redacted') }
  }
}

type BlockOfType<Type extends MessageBlock['type']> = Extract<MessageBlock, { readonly type: Type }>

const contentOf = (block: BlockOfType<'text' | 'image'>, path: string): Content => {
  if (block.type === 'text') return { type: 'text', text: block.text }
  const { media_type, data } = block.source
  return pictureOf(`data:${media_type};base64,${data}`, `${path}.source`)
}

const resultOf = ({ tool_use_id, content = [], is_error }: BlockOfType<'tool_result'>, path: string): Part => {
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  return {
    type: 'result',
    callId: tool_use_id,
    content: parts.map((part, at) => contentOf(part, `${path}.content.${at}`)),
    failed: is_error ?? false,
  }
}

const settingsOf = (request: MessagesRequest): Settings => ({
  maxOutputTokens: request.max_tokens,
  temperature: request.temperature,
  topP: request.top_p,
  topK: request.top_k,
  stops: request.stop_sequences,
  effort: effortOf(request),
  format: formatOf(request),
  ...choiceOf(request.tool_choice),
})

// A budget of thoughts as the word that asks for about as many.
const lowMost = 4_096
const mediumMost = 16_384

const effortOf = ({ thinking, output_config }: MessagesRequest) => {
  const { type, budget_tokens: budget } = (thinking ?? {}) as {
    readonly type?: unknown
    readonly budget_tokens?: unknown
  }
  if (type !== undefined && !['enabled', 'adaptive', 'disabled'].includes(type as string))
    throw untranslatable('thinking')
  if (type === 'disabled') return 'none'
  if (output_config?.effort !== undefined) return output_config.effort
  if (type !== 'enabled') return undefined
  if (typeof budget !== 'number') throw untranslatable('thinking.budget_tokens', 'is no number, and cannot be said')
  return budget <= lowMost ? 'low' : budget <= mediumMost ? 'medium' : 'high'
}

const formatOf = ({ output_config }: MessagesRequest): Settings['format'] => {
  refuseOtherFields(output_config ?? {}, ['effort', 'format'], {}, 'output_config.')
  const { format } = output_config ?? {}
  if (format === undefined) return undefined
  if (format.type !== 'json_schema') throw untranslatable('output_config.format')
  return { type: 'schema', schema: schemaOf(format.schema, 'output_config.format') }
}

const choices = { auto: 'auto', any: 'required', none: 'none' } as const

const choiceOf = (given: MessagesRequest['tool_choice']): Pick<Settings, 'toolChoice' | 'parallelCalls'> => {
  if (given === undefined) return {}
  refuseOtherFields(given, ['type', 'name', 'disable_parallel_tool_use'], {}, 'tool_choice.')
  const { type, name } = given
  const word = Object.entries(choices).find(([one]) => one === type)?.[1]
  const toolChoice = type === 'tool' && typeof name === 'string' ? { name } : word
  if (!toolChoice) throw untranslatable('tool_choice')
  return { toolChoice, ...(given.disable_parallel_tool_use === true && { parallelCalls: false }) }
}
