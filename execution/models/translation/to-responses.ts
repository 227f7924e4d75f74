import type { AnswerFormat, Content, Conversation, Part, Settings, Turn } from './conversation.ts'
import { addressOf } from './read-parts.ts'
import { resultText } from './to-chat.ts'
import { notInMessages } from './to-messages.ts'
import type { RefusableSetting } from './untranslatable.ts'

/** Settings that a Responses request has no field for. */
export const notInResponses: readonly RefusableSetting[] = ['topK', 'stops', ...notInMessages]

/** The conversation as a Responses request, without the model. */
export const toResponses = ({ system, turns, tools, settings, streams }: Conversation): object => ({
  ...(system.length > 0 && { instructions: system.join('\n\n') }),
  input: turns.flatMap(itemsOf),
  ...(tools.length > 0 && {
    tools: tools.map(({ name, description, input, strict = false }) => ({
      type: 'function',
      name,
      description,
      parameters: input,
      strict,
    })),
  }),
  ...settingsOf(settings),
  ...(streams && { stream: true }),
})

const itemsOf = ({ role, parts }: Turn) => {
  const items: object[] = []
  let said: Content[] = []
  const say = () => {
    if (said.length > 0) items.push({ role, content: said.map((part) => contentOf(part, role)) })
    said = []
  }
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'picture') said.push(part)
    else {
      say()
      items.push(...itemOf(part))
    }
  }
  say()
  return items
}

const contentOf = (part: Content, role: Turn['role']) =>
  part.type === 'text'
    ? { type: role === 'assistant' ? 'output_text' : 'input_text', text: part.text }
    : { type: 'input_image', image_url: addressOf(part), detail: part.detail ?? 'auto' }

const itemOf = (part: Exclude<Part, Content>): object[] => {
  switch (part.type) {
    case 'call':
      return [{ type: 'function_call', call_id: part.id, name: part.name, arguments: part.input }]
    case 'result':
      return [{ type: 'function_call_output', call_id: part.callId, output: outputOf(part) }]
    case 'thought': {
      if (part.of !== 'responses' || part.seal === '') return []
      const summary = part.text === '' ? [] : [{ type: 'summary_text', text: part.text }]
      return [{ type: 'reasoning', summary, encrypted_content: part.seal }]
    }
  }
}

const outputOf = (result: Extract<Part, { readonly type: 'result' }>) => {
  const pictures = result.content.filter(({ type }) => type === 'picture')
  const text = resultText(result)
  if (pictures.length === 0) return text
  return [...(text === '' ? [] : [{ type: 'input_text', text }]), ...pictures.map((part) => contentOf(part, 'user'))]
}

const settingsOf = ({ effort, ...settings }: Settings) => ({
  max_output_tokens: settings.maxOutputTokens,
  temperature: settings.temperature,
  top_p: settings.topP,
  ...(effort !== undefined && { reasoning: { effort } }),
  ...(settings.format && { text: { format: formatOf(settings.format) } }),
  tool_choice:
    typeof settings.toolChoice === 'object' ? { type: 'function', ...settings.toolChoice } : settings.toolChoice,
  parallel_tool_calls: settings.parallelCalls,
})

const formatOf = (format: AnswerFormat) => {
  if (format.type === 'json') return { type: 'json_object' }
  const { name = 'answer', description, schema, strict = true } = format
  return { type: 'json_schema', name, description, schema, strict }
}
