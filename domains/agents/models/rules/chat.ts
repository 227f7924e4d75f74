/** Tokens of a chat completion, as OpenAI names them. */
export interface ChatUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens?: number | undefined
}

interface ChatQuestion {
  readonly model: string
  readonly system?: string | undefined
  readonly text: string
  readonly isStreamed: boolean
}

/** The request for a question to a model. A streamed answer reports its tokens too. */
export const chatRequest = ({ model, system, text, isStreamed }: ChatQuestion) => ({
  model,
  messages: [...(system === undefined ? [] : [{ role: 'system', content: system }]), { role: 'user', content: text }],
  ...(isStreamed ? { stream: true, stream_options: { include_usage: true } } : {}),
})

/** A piece of an answer, or the error that its stream ends with. */
interface ChatPiece {
  readonly text: string
  readonly usage?: ChatUsage | undefined
  readonly error?: { readonly message: string; readonly code?: string | null }
}

type Content = string | null | readonly { readonly type?: string; readonly text?: string }[]

interface Completion {
  readonly choices?: readonly {
    readonly message?: { readonly content?: Content }
    readonly delta?: { readonly content?: Content }
  }[]
  readonly usage?: ChatUsage | null
  readonly error?: ChatPiece['error']
}

/** The text and use in a whole completion, or in a chunk. */
export const chatPiece = (completion: object): ChatPiece => {
  const { choices, usage, error } = completion as Completion
  const choice = choices?.[0]
  return {
    text: textOf(choice?.message?.content ?? choice?.delta?.content ?? ''),
    ...(usage && { usage }),
    ...(error && { error }),
  }
}

/** The text of content, which some models write as a list of parts. */
const textOf = (content: NonNullable<Content>): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('')

/** The text and use in the data of a server-sent event; undefined for the event that ends a stream. */
export const streamedPiece = (data: string): ChatPiece | undefined =>
  data === '[DONE]' ? undefined : chatPiece(JSON.parse(data) as object)

/** US dollars of an answer by the prices of the list, without discounts for cached input; null without a price or usage. */
export const costOfAnswer = (
  prices: Readonly<Record<'inputUsdPerMillion' | 'outputUsdPerMillion', number | null>> | undefined,
  usage: ChatUsage | undefined,
): number | null => {
  if (!usage || !prices || prices.inputUsdPerMillion === null || prices.outputUsdPerMillion === null) return null
  const { prompt_tokens: read, completion_tokens, total_tokens = 0 } = usage
  // Some makers count thoughts only in the total.
  const written = Math.max(completion_tokens, total_tokens - read)
  const micros = read * prices.inputUsdPerMillion + written * prices.outputUsdPerMillion
  return Math.round(micros) / 1_000_000
}
