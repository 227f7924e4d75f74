import { thinkingBy } from '../shapes/messages-request.ts'
import type { CallPart, Content, Conversation, Part, Settings, Turn } from './conversation.ts'
import { type RefusableSetting, type SettingNames, untranslatable } from './untranslatable.ts'
import { jsonOf } from '../../../packages/foreign-json/index.ts'

/** Settings that a Messages request has no field for. */
export const notInMessages: readonly RefusableSetting[] = ['seed', 'frequencyPenalty', 'presencePenalty']

/** The conversation as a Messages request. Throws ModelFailure 400, by the caller's `names`, for other settings. */
export const toMessages = ({ system, turns, tools, settings, streams }: Conversation, names: SettingNames): object => {
  const messages = turns.map(messageOf).filter(({ content }) => content.length > 0)
  if (messages.length === 0) throw untranslatable('A conversation without a message of a person')
  return {
    ...(system.length > 0 && { system: system.map((text) => ({ type: 'text', text })) }),
    messages,
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, input, strict }) => ({
        name,
        description,
        input_schema: { type: 'object', ...input },
        ...(strict === true && { strict }),
      })),
    }),
    ...settingsOf(settings, names),
    ...(streams && { stream: true }),
  }
}

const messageOf = ({ role, parts }: Turn) => {
  // A message that answers calls begins with their results.
  const inOrder = [...parts.filter(({ type }) => type === 'result'), ...parts.filter(({ type }) => type !== 'result')]
  return { role, content: inOrder.flatMap(blocksOf) }
}

const blocksOf = (part: Part): object[] => {
  switch (part.type) {
    case 'text':
    case 'picture':
      return [contentOf(part)]
    case 'call':
      return [{ type: 'tool_use', id: part.id, name: part.name, input: inputOf(part) }]
    case 'result':
      return [
        {
          type: 'tool_result',
          tool_use_id: part.callId,
          content: part.content.filter((one) => one.type !== 'text' || one.text !== '').map(contentOf),
          ...(part.failed && { is_error: true }),
        },
      ]
    case 'thought':
      if (part.of === 'redacted') return [{ type: 'redacted_thinking', data: part.seal }]
      if (part.of !== 'messages' || (part.seal === '' && part.text === '')) return []
      return [{ type: 'thinking', thinking: part.text, ...(part.seal !== '' && { signature: part.seal }) }]
  }
}

const contentOf = (part: Content) => {
  if (part.type === 'text') return { type: 'text', text: part.text }
  if (part.detail !== undefined) throw untranslatable('detail of a picture')
  return { type: 'image', source: { type: 'base64', media_type: part.mediaType, data: part.data } }
}

const inputOf = ({ id, input }: CallPart): object => {
  const value = jsonOf(input === '' ? '{}' : input)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw untranslatable(`The arguments of the call ${id}`, 'are no JSON object, as they have to be')
}

const settingsOf = (settings: Settings, names: SettingNames) => {
  const { temperature, effort, format } = settings
  if (temperature !== undefined && temperature > 1) throw untranslatable(names.temperature, 'is at most 1')
  if (format?.type === 'json') throw untranslatable(names.format, 'without a schema cannot be said')
  const { thinking, output_config } = thinkingBy(effort)
  const outputConfig = { ...output_config, ...(format && { format: { type: 'json_schema', schema: format.schema } }) }
  return {
    max_tokens: settings.maxOutputTokens,
    temperature,
    top_p: settings.topP,
    top_k: settings.topK,
    stop_sequences: settings.stops,
    ...(thinking && { thinking }),
    ...(Object.keys(outputConfig).length > 0 && { output_config: outputConfig }),
    tool_choice: choiceOf(settings),
  }
}

const choices = { auto: 'auto', none: 'none', required: 'any' } as const

const choiceOf = ({ toolChoice, parallelCalls }: Settings) => {
  if (toolChoice === undefined && parallelCalls !== false) return undefined
  const choice =
    typeof toolChoice === 'object' ? { type: 'tool', name: toolChoice.name } : { type: choices[toolChoice ?? 'auto'] }
  return { ...choice, ...(parallelCalls === false && choice.type !== 'none' && { disable_parallel_tool_use: true }) }
}
