import type { AnswerFormat, CallPart, Content, Conversation, Part, Settings, Turn } from './conversation.ts'
import { listSeal, signatureOf } from './thought-seals.ts'
import { addressOf } from './read-parts.ts'
import type { RefusableSetting } from './untranslatable.ts'

/** Settings that a chat completion request has no field for. */
export const notInChat: readonly RefusableSetting[] = ['topK']

/** The conversation as a chat completion request, without the model. */
export const toChat = ({ system, turns, tools, settings, streams }: Conversation): object => ({
  messages: [
    ...(system.length > 0 ? [{ role: 'system', content: system.join('\n\n') }] : []),
    ...turns.flatMap((turn) => (turn.role === 'user' ? messagesOfUser(turn) : messagesOfModel(turn))),
  ],
  ...(tools.length > 0 && {
    tools: tools.map(({ name, description, input, strict }) => ({
      type: 'function',
      function: { name, description, parameters: input, strict },
    })),
  }),
  ...settingsOf(settings),
  ...(streams && { stream: true }),
})

/** Results first, each as a message of its own; other words of people follow them. */
const messagesOfUser = ({ parts }: Turn): object[] => {
  const results = parts.filter((part) => part.type === 'result')
  const said = parts.filter((part) => part.type === 'text' || part.type === 'picture')
  // A message of a tool holds only text: its pictures come behind all results, with the call that they belong to.
  const shown = results.flatMap(({ callId, content }) => {
    const pictures = content.filter(({ type }) => type === 'picture')
    const heading = { type: 'text', text: `Pictures of the result of ${callId}:` } as const
    return pictures.length === 0 ? [] : [heading, ...pictures]
  })
  const content = [...shown, ...said]
  return [
    ...results.map((result) => ({ role: 'tool', tool_call_id: result.callId, content: resultText(result) })),
    ...(content.length > 0 ? [{ role: 'user', content: contentOf(content) }] : []),
  ]
}

/** The texts of a result, with its failure if known. */
export const resultText = ({ content, failed }: Extract<Part, { readonly type: 'result' }>): string => {
  const text = textsOf(content).join('\n\n')
  return failed ? `The tool failed: ${text}` : text
}

const textsOf = (parts: readonly Part[]) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))

const contentOf = (content: readonly Content[]) => {
  const texts = textsOf(content)
  if (texts.length === content.length) return texts.join('\n\n')
  return content.map((part) =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'image_url', image_url: { url: addressOf(part), detail: part.detail } },
  )
}

const messagesOfModel = ({ parts }: Turn): object[] => {
  const text = textsOf(parts).join('\n\n')
  const thoughts = parts
    .filter((part) => part.type === 'thought')
    .filter((thought) => thought.of === 'chat' && thought.text !== '')
  const thought = thoughts.map((part) => part.text).join('\n\n')
  const isList = thoughts.some((part) => part.seal === listSeal)
  const calls = callsOf(parts)
  if (text === '' && calls.length === 0) return []
  const listed = [
    ...(thought === '' ? [] : [{ type: 'thinking', thinking: [{ type: 'text', text: thought }] }]),
    ...(text === '' ? [] : [{ type: 'text', text }]),
  ]
  return [
    {
      role: 'assistant',
      content: isList ? listed : text === '' ? null : text,
      ...(thought !== '' && !isList && { reasoning_content: thought }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ]
}

/** The calls of a turn; a signature goes beside the call that follows it. */
const callsOf = (parts: readonly Part[]): object[] => {
  let beside: object | undefined
  return parts.flatMap((part) => {
    if (part.type === 'thought' && part.of === 'chat') beside = signatureOf(part.seal) ?? beside
    if (part.type !== 'call') return []
    const call = callOf(part)
    const signed = beside ? { ...call, extra_content: beside } : call
    beside = undefined
    return [signed]
  })
}

const callOf = ({ id, name, input }: CallPart) => ({ id, type: 'function', function: { name, arguments: input } })

const settingsOf = (settings: Settings) => ({
  max_tokens: settings.maxOutputTokens,
  temperature: settings.temperature,
  top_p: settings.topP,
  stop: settings.stops,
  seed: settings.seed,
  frequency_penalty: settings.frequencyPenalty,
  presence_penalty: settings.presencePenalty,
  reasoning_effort: settings.effort,
  response_format: formatOf(settings.format),
  tool_choice: choiceOf(settings.toolChoice),
  parallel_tool_calls: settings.parallelCalls,
})

const formatOf = (format: AnswerFormat | undefined) => {
  if (!format) return undefined
  if (format.type === 'json') return { type: 'json_object' }
  const { name = 'answer', description, schema, strict = true } = format
  return { type: 'json_schema', json_schema: { name, description, schema, strict } }
}

const choiceOf = (choice: Settings['toolChoice']) =>
  typeof choice === 'object' ? { type: 'function', function: choice } : choice
