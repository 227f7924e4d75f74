import { chatFields, type ChatMessage, type ChatRequest, parseChat } from '../shapes/chat-request.ts'
import { type Content, type Conversation, joinedTurns, type Part, type Settings, type Turn } from './conversation.ts'
import { pictureOf, choiceWord, formatIn, noInput, textAlone } from './read-parts.ts'
import { commonNames, refuseOtherFields, untranslatable } from './untranslatable.ts'
import type { IgnoredValues, SettingNames } from './untranslatable.ts'

// Fields about the caller, about the maker's storage, or with their default value.
const ignored: IgnoredValues = {
  user: 'any',
  metadata: 'any',
  store: 'any',
  safety_identifier: 'any',
  prompt_cache_key: 'any',
  prompt_cache_retention: 'any',
  service_tier: ['auto', 'default'],
  logprobs: [false],
  top_logprobs: [0],
  logit_bias: [{}],
  modalities: [['text']],
  verbosity: ['medium'],
}

/** Names of the settings in a chat completion request. */
export const chatNames: SettingNames = { ...commonNames, format: 'response_format' }

/** Reads a chat completion request. Throws ModelFailure 400 with the first field that is wrong or untranslatable. */
export const fromChat = (body: object): Conversation => {
  const request = parseChat(body)
  refuseOtherFields(body, ['model', ...chatFields], ignored)
  return {
    system: request.messages.flatMap((message, at) => (isSystem(message) ? [systemOf(message, `messages.${at}`)] : [])),
    turns: joinedTurns(request.messages.flatMap((message, at) => (isSystem(message) ? [] : [turnOf(message, at)]))),
    tools: (request.tools ?? []).map((tool, at) => toolOf(tool, `tools.${at}.`)),
    settings: settingsOf(request),
    streams: request.stream ?? false,
    wantsUsage: request.stream_options?.include_usage ?? false,
  }
}

const isSystem = ({ role }: ChatMessage) => role === 'system' || role === 'developer'

const systemOf = ({ content }: ChatMessage, path: string) => textAlone(contentOf(content, path), path)

const contentOf = (content: ChatMessage['content'], path: string): Content[] => {
  if (!Array.isArray(content)) return content ? [{ type: 'text', text: content }] : []
  return content.flatMap((part, at): Content[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }]
    // Another shape has no form for a thought without a seal.
    if (part.type === 'thinking') return []
    return [pictureOf(part.image_url.url, `${path}.content.${at}.image_url`, part.image_url.detail)]
  })
}

// An answer that a caller sends back has some of these, empty.
const ofMessages = ['role', 'content', 'tool_calls', 'tool_call_id']
const emptyInMessages: IgnoredValues = {
  annotations: [[]],
  reasoning_content: 'any',
  reasoning_details: 'any',
  reasoning: 'any',
}

const turnOf = (message: ChatMessage, at: number): Turn => {
  const path = `messages.${at}`
  const isResult = message.role === 'tool'
  refuseOtherFields(message, ofMessages, { ...emptyInMessages, ...(isResult && { name: 'any' }) }, `${path}.`)
  const content = contentOf(message.content, path)
  if (message.role === 'assistant') return { role: 'assistant', parts: [...content, ...callsOf(message)] }
  if (!isResult) return { role: 'user', parts: content }
  if (message.tool_call_id === undefined)
    throw untranslatable(`${path}.tool_call_id`, 'is missing, and cannot be guessed')
  return { role: 'user', parts: [{ type: 'result', callId: message.tool_call_id, content, failed: false }] }
}

const callsOf = ({ tool_calls = [] }: ChatMessage): Part[] =>
  tool_calls.map(({ id, function: made }) => ({ type: 'call', id, name: made.name, input: made.arguments }))

const toolOf = ({ function: made, ...tool }: NonNullable<ChatRequest['tools']>[number], path: string) => {
  refuseOtherFields(tool, ['type'], { cache_control: 'any' }, path)
  refuseOtherFields(made, ['name', 'description', 'parameters', 'strict'], {}, `${path}function.`)
  const { name, description, parameters, strict } = made
  return { name, description, input: parameters ?? noInput, strict: strict ?? undefined }
}

// A penalty of 0 is the default: it is left out, so that shapes without penalties take the request.
const penaltyOf = (penalty: number | undefined) => (penalty === 0 ? undefined : penalty)

const settingsOf = (request: ChatRequest): Settings => ({
  maxOutputTokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
  temperature: request.temperature,
  topP: request.top_p,
  stops: typeof request.stop === 'string' ? [request.stop] : (request.stop ?? undefined),
  seed: request.seed,
  frequencyPenalty: penaltyOf(request.frequency_penalty),
  presencePenalty: penaltyOf(request.presence_penalty),
  effort: request.reasoning_effort,
  format: formatOf(request.response_format),
  toolChoice: choiceOf(request.tool_choice),
  parallelCalls: request.parallel_tool_calls,
})

const formatOf = (given: ChatRequest['response_format']) => formatIn(given, given?.json_schema, 'response_format')

const choiceOf = (given: ChatRequest['tool_choice']): Settings['toolChoice'] => {
  if (given === undefined) return undefined
  const named = (given as { readonly function?: { readonly name?: unknown } }).function?.name
  const choice = choiceWord(given) ?? (typeof named === 'string' ? { name: named } : undefined)
  if (!choice) throw untranslatable('tool_choice')
  return choice
}
