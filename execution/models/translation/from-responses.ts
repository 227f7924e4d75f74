import {
  isFunctionTool,
  leftOutOf,
  parseResponses,
  responsesFields,
  type ResponsesItem,
  type ResponsesRequest,
} from '../shapes/responses-request.ts'
import { type Content, type Conversation, joinedTurns, type Part, type Settings, type Turn } from './conversation.ts'
import { pictureOf, choiceWord, formatIn, noInput, textAlone } from './read-parts.ts'
import { openSeal } from './thought-seals.ts'
import { commonNames, refuseOtherFields, untranslatable } from './untranslatable.ts'
import type { IgnoredValues, SettingNames } from './untranslatable.ts'

// Fields about the caller, about the maker's storage, or with their default value.
const ignored: IgnoredValues = {
  user: 'any',
  metadata: 'any',
  client_metadata: 'any',
  store: 'any',
  safety_identifier: 'any',
  prompt_cache_key: 'any',
  prompt_cache_retention: 'any',
  service_tier: ['auto', 'default'],
  include: [[], ['reasoning.encrypted_content']],
  truncation: ['disabled'],
  background: [false],
  top_logprobs: [0],
  stream_options: 'any',
}

/** Names of the settings in a Responses request. */
export const responsesNames: SettingNames = { ...commonNames, format: 'text.format' }

/** Reads a Responses request. Throws ModelFailure 400 with the first field that is wrong or untranslatable. */
export const fromResponses = (body: object): Conversation => {
  const request = parseResponses(body)
  refuseOtherFields(body, ['model', ...responsesFields], ignored)
  const { instructions, tools = [] } = request
  const input = typeof request.input === 'string' ? [{ role: 'user' as const, content: request.input }] : request.input
  const systems = input.flatMap((item, at) => (isSystem(item) ? [systemOf(item, `input.${at}`)] : []))
  return {
    system: [...(instructions ? [instructions] : []), ...systems],
    turns: joinedTurns(input.flatMap((item, at) => (isSystem(item) ? [] : [turnOf(item, `input.${at}`)]))),
    leftOut: leftOutOf(tools, isFunctionTool),
    tools: tools.filter(isFunctionTool).map((tool, at) => {
      refuseOtherFields(tool, ['type', 'name', 'description', 'parameters', 'strict'], {}, `tools.${at}.`)
      const { name, description, parameters, strict } = tool
      return { name, description: description ?? undefined, input: parameters ?? noInput, strict: strict ?? undefined }
    }),
    settings: settingsOf(request),
    streams: request.stream ?? false,
    wantsUsage: true,
  }
}

type Message = Extract<ResponsesItem, { readonly role: string }>

const isSystem = (item: ResponsesItem): item is Message =>
  'role' in item && (item.role === 'system' || item.role === 'developer')

const systemOf = ({ content }: Message, path: string) => textAlone(contentOf(content, path), path)

const contentOf = (content: Message['content'], path: string): Content[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return content.map((part, at) =>
    part.type === 'input_image'
      ? pictureOf(part.image_url, `${path}.content.${at}.image_url`, part.detail)
      : { type: 'text', text: part.text },
  )
}

const fieldsOf = {
  message: ['role', 'content'],
  reasoning: ['summary', 'encrypted_content'],
  function_call: ['call_id', 'name', 'arguments'],
  function_call_output: ['call_id', 'output'],
} as const
// As the answers have them that callers send back.
const idle: IgnoredValues = { id: 'any', status: 'any', phase: 'any', content: [[]] }

type KnownItem = Extract<ResponsesItem, { readonly type?: keyof typeof fieldsOf }>
const isKnown = (item: ResponsesItem): item is KnownItem => Object.hasOwn(fieldsOf, item.type ?? 'message')

const turnOf = (item: ResponsesItem, path: string): Turn => {
  if (!isKnown(item)) throw untranslatable(`${path}.type`)
  const type = item.type ?? 'message'
  refuseOtherFields(item, ['type', ...fieldsOf[type]], idle, `${path}.`)
  if ('role' in item)
    return { role: item.role === 'assistant' ? 'assistant' : 'user', parts: contentOf(item.content, path) }
  if (item.type === 'function_call_output')
    return {
      role: 'user',
      parts: [{ type: 'result', callId: item.call_id, content: contentOf(item.output, path), failed: false }],
    }
  return { role: 'assistant', parts: [madePart(item)] }
}

const madePart = (item: Extract<ResponsesItem, { readonly type: 'function_call' | 'reasoning' }>): Part => {
  if (item.type === 'function_call') return { type: 'call', id: item.call_id, name: item.name, input: item.arguments }
  const text = item.summary.map((one) => one.text).join('\n\n')
  return { type: 'thought', text, ...openSeal(item.encrypted_content ?? '', 'responses') }
}

const settingsOf = (request: ResponsesRequest): Settings => ({
  maxOutputTokens: request.max_output_tokens ?? undefined,
  temperature: request.temperature ?? undefined,
  topP: request.top_p ?? undefined,
  effort: effortOf(request.reasoning),
  format: formatOf(request.text),
  toolChoice: choiceOf(request.tool_choice),
  parallelCalls: request.parallel_tool_calls,
})

const effortOf = (reasoning: ResponsesRequest['reasoning']) => {
  // Other endpoints summarize thoughts in their usual way.
  refuseOtherFields(reasoning ?? {}, ['effort'], { summary: 'any', generate_summary: 'any' }, 'reasoning.')
  return reasoning?.effort ?? undefined
}

const formatOf = (text: ResponsesRequest['text']): Settings['format'] => {
  refuseOtherFields(text ?? {}, ['format'], { verbosity: ['medium'] }, 'text.')
  return formatIn(text?.format, text?.format, 'text.format')
}

const choiceOf = (given: ResponsesRequest['tool_choice']): Settings['toolChoice'] => {
  if (given === undefined) return undefined
  const { type, name } = given as { readonly type?: unknown; readonly name?: unknown }
  const choice = choiceWord(given) ?? (type === 'function' && typeof name === 'string' ? { name } : undefined)
  if (!choice) throw untranslatable('tool_choice')
  return choice
}
