import type { Price } from '../price.ts'
import type { ModelProvider } from '../provider.ts'
import type { ChatRequest } from '../shapes/chat-request.ts'
import { nextTurn, type ToolUse, type Turn } from './turn.ts'

const free: Price = { inputMicrosPerMillion: 0, outputMicrosPerMillion: 0 }

/** The built-in model, in OpenAI's wire shape: the same conversation always gets the same answer. Free unless priced. */
export const openOffline = (price: Price = free): ModelProvider => ({
  choose: () => openOffline(price),
  name: 'offline',
  model: 'offline',
  shape: 'chat',
  price,
  contextTokens: 2_000_000,
  maxOutputTokens: 2_000_000,
  maxTokensField: 'max_tokens',
  complete: async (body) => JSON.stringify(completionOf(body)),
  stream: (body) => chunksOf(body),
  close: async () => undefined,
})

const answerTo = (body: string) => {
  const turn = nextTurn(JSON.parse(body) as ChatRequest)
  const usage = {
    prompt_tokens: Math.ceil(body.length / 4),
    completion_tokens: Math.ceil(JSON.stringify(turn).length / 4),
  }
  const total_tokens = usage.prompt_tokens + usage.completion_tokens
  return { turn, usage: { ...usage, total_tokens }, finish_reason: turn.call ? 'tool_calls' : 'stop' }
}

const completionOf = (body: string) => {
  const { turn, usage, finish_reason } = answerTo(body)
  const message = { role: 'assistant', content: turn.text, ...(turn.call && { tool_calls: [wireCall(turn.call)] }) }
  return { ...head('chat.completion'), choices: [{ index: 0, message, finish_reason }], usage }
}

async function* chunksOf(body: string): AsyncGenerator<string[]> {
  const { turn, usage, finish_reason } = answerTo(body)
  for (const delta of deltasOf(turn)) yield [chunk([{ index: 0, delta, finish_reason: null }])]
  yield [chunk([{ index: 0, delta: {}, finish_reason }]), chunk([], usage)]
}

function* deltasOf({ text, call }: Turn): Generator<object> {
  yield { role: 'assistant', content: '' }
  for (const content of pieces(text, 400)) yield { content }
  if (!call) return
  const { function: made, ...wire } = wireCall(call)
  yield { tool_calls: [{ index: 0, ...wire, function: { name: made.name, arguments: '' } }] }
  for (const part of pieces(made.arguments, 16_384)) yield { tool_calls: [{ index: 0, function: { arguments: part } }] }
}

const wireCall = ({ id, name, input }: ToolUse) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
})

const head = (object: string) => ({ id: 'chatcmpl-offline', object, created: 0, model: 'offline' })

const chunk = (choices: readonly object[], usage?: object) =>
  JSON.stringify({ ...head('chat.completion.chunk'), choices, ...(usage && { usage }) })

function* pieces(text: string, length: number): Generator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}
