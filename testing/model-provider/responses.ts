import { type AnswerTurn, callsOf, defaultUsage, pieces } from './script.ts'

/** The model's thoughts, as they come encrypted to a caller whose calls are not stored. */
export const encryptedOf = (thought: string): string => Buffer.from(`encrypted ${thought}`).toString('base64')

const usageOf = ({ usage }: AnswerTurn) => {
  const { prompt_tokens, completion_tokens, cached = 0, thought = 0 } = usage ?? defaultUsage
  return {
    input_tokens: prompt_tokens,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: completion_tokens,
    output_tokens_details: { reasoning_tokens: thought },
    total_tokens: prompt_tokens + completion_tokens,
  }
}

interface Part {
  readonly type: 'output_text'
  readonly text: string
  readonly annotations: readonly never[]
}
type Item =
  | {
      readonly type: 'reasoning'
      readonly id: string
      readonly summary: readonly never[]
      readonly encrypted_content: string
    }
  | {
      readonly type: 'message'
      readonly id: string
      readonly role: string
      readonly status: string
      readonly content: readonly [Part]
    }
  | {
      readonly type: 'function_call'
      readonly id: string
      readonly call_id: string
      readonly status: string
      readonly name: string
      readonly arguments: string
    }

const itemsOf = (turn: AnswerTurn): Item[] => [
  ...(turn.thought
    ? [{ type: 'reasoning' as const, id: 'rs_fake', summary: [], encrypted_content: encryptedOf(turn.thought) }]
    : []),
  ...(turn.text
    ? [
        {
          type: 'message' as const,
          id: 'msg_fake',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text' as const, text: turn.text, annotations: [] }] as const,
        },
      ]
    : []),
  ...callsOf(turn).map(({ id, function: made }) => ({
    type: 'function_call' as const,
    id: `fc_${id}`,
    call_id: id,
    status: 'completed',
    ...made,
  })),
]

/** The turn as OpenAI's response. `stop` is why it is incomplete. */
export const responseOf = (turn: AnswerTurn, model: string): object => ({
  id: 'resp_fake',
  object: 'response',
  created_at: 1_700_000_000,
  status: turn.stop ? 'incomplete' : 'completed',
  incomplete_details: turn.stop ? { reason: turn.stop } : null,
  error: null,
  model,
  output: itemsOf(turn),
  ...(turn.usage !== null && { usage: usageOf(turn) }),
})

/** The turn as the events of OpenAI's stream, `response.created` to `response.completed`. */
export const responseEvents = (turn: AnswerTurn, model: string): string[] => {
  const whole = responseOf(turn, model)
  const begun = { ...whole, status: 'in_progress', output: [], usage: null }
  const events: object[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
  ]
  for (const [output_index, item] of itemsOf(turn).entries()) {
    events.push({ type: 'response.output_item.added', output_index, item: emptied(item) })
    for (const event of partsOf(item)) events.push({ ...event, output_index, item_id: item.id })
    events.push({ type: 'response.output_item.done', output_index, item })
  }
  events.push({ type: turn.stop ? 'response.incomplete' : 'response.completed', response: whole })
  return events.map((event, sequence_number) => JSON.stringify({ ...event, sequence_number }))
}

const emptied = (item: Item) => {
  if ('arguments' in item) return { ...item, arguments: '', status: 'in_progress' }
  return 'content' in item ? { ...item, content: [], status: 'in_progress' } : item
}

const partsOf = (item: Item): object[] => {
  if ('arguments' in item)
    return [
      ...pieces(item.arguments, 11).map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
      { type: 'response.function_call_arguments.done', arguments: item.arguments },
    ]
  if (!('content' in item)) return []
  const [{ text }] = item.content
  const place = { content_index: 0 }
  return [
    { type: 'response.content_part.added', ...place, part: { type: 'output_text', text: '', annotations: [] } },
    ...pieces(text, 7).map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
    { type: 'response.output_text.done', ...place, text },
    { type: 'response.content_part.done', ...place, part: item.content[0] },
  ]
}
