/** One answer of the faked provider. Calls are answered in the order of the script. */
export type Turn = AnswerTurn | RefusalTurn | BytesTurn | SilenceTurn

/** An answer in the shape that its request has, streamed or whole as that asks. */
export interface AnswerTurn {
  readonly text?: string
  readonly toolCalls?: readonly { readonly name: string; readonly input: unknown }[]
  /** The model's thought before it answers. */
  readonly thought?: string
  /** Null leaves the usage out, as some endpoints do. `prompt_tokens` are all, those of the cache included. */
  readonly usage?: {
    readonly prompt_tokens: number
    readonly completion_tokens: number
    readonly cached?: number
    readonly written?: number
    readonly thought?: number
  } | null
  /** Why it ends, in the words of the shape, where that is not a whole answer or a call. */
  readonly stop?: string
  /** The trouble after so many events of the stream: the connection goes silent or breaks. */
  readonly after?: { readonly events: number; readonly then: 'stall' | 'cut' | 'end' }
  /** Bytes per chunk of the body; by default the stream is cut in awkward places. */
  readonly chunkBytes?: number
  /** Delays the answer until this resolves. */
  readonly when?: Promise<unknown>
}

export interface RefusalTurn {
  readonly status: number
  readonly message?: string
  /** The parameter that is refused, as OpenAI names it. */
  readonly param?: string
  readonly code?: string
  readonly retryAfter?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Any bytes, by default with status 200. */
export interface BytesTurn {
  readonly bytes: string | Uint8Array
  readonly contentType?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** `silence` sends nothing at all; `hang-up` closes the connection without an answer. */
export interface SilenceTurn {
  readonly answer: 'silence' | 'hang-up'
}

export const defaultUsage: NonNullable<AnswerTurn['usage']> = { prompt_tokens: 100, completion_tokens: 20 }

const usageOf = ({ cached, written, thought, ...counts }: NonNullable<AnswerTurn['usage']>) => ({
  ...counts,
  total_tokens: counts.prompt_tokens + counts.completion_tokens,
  ...((cached ?? written) !== undefined && {
    prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
  }),
  ...(thought !== undefined && { completion_tokens_details: { reasoning_tokens: thought } }),
})

/** The turn as OpenAI's `chat.completion` object. */
export const completionOf = (turn: AnswerTurn, model: string): object => ({
  id: 'chatcmpl-fake',
  object: 'chat.completion',
  created: 1_700_000_000,
  model,
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: turn.text ?? null,
        ...(turn.thought && { reasoning_content: turn.thought }),
        ...(turn.toolCalls && { tool_calls: callsOf(turn) }),
      },
      finish_reason: turn.stop ?? (turn.toolCalls ? 'tool_calls' : 'stop'),
    },
  ],
  ...(turn.usage !== null && { usage: usageOf(turn.usage ?? defaultUsage) }),
})

export const callsOf = ({ toolCalls = [] }: AnswerTurn) =>
  toolCalls.map(({ name, input }, at) => ({
    id: `call_${at}_${name}`,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }))

/** The turn as the events of a stream: text and arguments in pieces of a few characters, the usage in the last. */
export const eventsOf = (turn: AnswerTurn, model: string): string[] => {
  const head = { id: 'chatcmpl-fake', object: 'chat.completion.chunk', created: 1_700_000_000, model }
  const chunk = (delta: object, finish_reason: string | null = null) =>
    JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })
  const events = [chunk({ role: 'assistant', content: '' })]
  for (const part of pieces(turn.thought ?? '', 9)) events.push(chunk({ reasoning_content: part }))
  for (const content of pieces(turn.text ?? '', 7)) events.push(chunk({ content }))
  for (const [index, { function: made, ...call }] of callsOf(turn).entries()) {
    events.push(chunk({ tool_calls: [{ index, ...call, function: { name: made.name, arguments: '' } }] }))
    for (const part of pieces(made.arguments, 11))
      events.push(chunk({ tool_calls: [{ index, function: { arguments: part } }] }))
  }
  events.push(chunk({}, turn.stop ?? (turn.toolCalls ? 'tool_calls' : 'stop')))
  if (turn.usage !== null)
    events.push(JSON.stringify({ ...head, choices: [], usage: usageOf(turn.usage ?? defaultUsage) }))
  return events
}

export const pieces = (text: string, length: number) => {
  const characters = Array.from(text)
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, at) =>
    characters.slice(at * length, (at + 1) * length).join(''),
  )
}
