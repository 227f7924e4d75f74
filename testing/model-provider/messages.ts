import { type AnswerTurn, callsOf, defaultUsage, pieces } from './script.ts'

/** Signed as Anthropic signs what the model thought: it has to come back unchanged. */
export const signatureOf = (thought: string): string => Buffer.from(`signed ${thought}`).toString('base64')

const usageOf = ({ usage }: AnswerTurn) => {
  const { prompt_tokens, completion_tokens, cached = 0, written = 0 } = usage ?? defaultUsage
  const before = {
    input_tokens: prompt_tokens - cached - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
  }
  return { before, after: { output_tokens: completion_tokens } }
}

type Block =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown }

const blocksOf = (turn: AnswerTurn): Block[] => [
  ...(turn.thought
    ? [
        { type: 'thinking' as const, thinking: turn.thought, signature: signatureOf(turn.thought) },
        { type: 'redacted_thinking' as const, data: signatureOf(`hidden ${turn.thought}`) },
      ]
    : []),
  ...(turn.text ? [{ type: 'text' as const, text: turn.text }] : []),
  ...callsOf(turn).map(({ id, function: made }) => ({
    type: 'tool_use' as const,
    id: id.replace('call_', 'toolu_'),
    name: made.name,
    input: JSON.parse(made.arguments) as unknown,
  })),
]

const stopOf = (turn: AnswerTurn) => turn.stop ?? (turn.toolCalls ? 'tool_use' : 'end_turn')
const head = (model: string) => ({ id: 'msg_fake', type: 'message', role: 'assistant', model })

/** The turn as Anthropic's message. */
export const messageOf = (turn: AnswerTurn, model: string): object => {
  const { before, after } = usageOf(turn)
  const usage = turn.usage !== null && { usage: { ...before, ...after } }
  return { ...head(model), content: blocksOf(turn), stop_reason: stopOf(turn), stop_sequence: null, ...usage }
}

/** The turn as the events of Anthropic's stream, `message_start` to `message_stop`. */
export const messageEvents = (turn: AnswerTurn, model: string): string[] => {
  const { before, after } = usageOf(turn)
  const counted = turn.usage !== null
  const message = { ...head(model), content: [], stop_reason: null, stop_sequence: null }
  const events: object[] = [
    { type: 'message_start', message: { ...message, usage: counted ? { ...before, output_tokens: 1 } : {} } },
    { type: 'ping' },
  ]
  for (const [index, block] of blocksOf(turn).entries()) {
    events.push({ type: 'content_block_start', index, content_block: emptied(block) })
    for (const delta of deltasOf(block)) events.push({ type: 'content_block_delta', index, delta })
    events.push({ type: 'content_block_stop', index })
  }
  const delta = { stop_reason: stopOf(turn), stop_sequence: null }
  events.push({ type: 'message_delta', delta, usage: counted ? after : {} }, { type: 'message_stop' })
  return events.map((event) => JSON.stringify(event))
}

const emptied = (block: Block) => {
  if ('input' in block) return { ...block, input: {} }
  if ('signature' in block) return { ...block, thinking: '', signature: '' }
  return 'text' in block ? { ...block, text: '' } : block
}

const deltasOf = (block: Block): object[] => {
  if ('input' in block)
    return pieces(JSON.stringify(block.input), 11).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
  if ('signature' in block)
    return [
      ...pieces(block.thinking, 9).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: block.signature },
    ]
  return 'text' in block ? pieces(block.text, 7).map((text) => ({ type: 'text_delta', text })) : []
}
