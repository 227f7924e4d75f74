import Type, { type Static } from 'typebox'
import { checkLater } from '../../../platform/validation/check-later.ts'
import type { Usage } from '../price.ts'
import { truncatedAnswer, eventText, malformedAnswer, readAnswer, tokens } from './answer.ts'
import type { StreamReader } from './shape.ts'

const count = Type.Optional(Type.Union([tokens, Type.Null()]))
const Reported = Type.Object({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  output_tokens_details: Type.Optional(Type.Union([Type.Null(), Type.Object({ thinking_tokens: count })])),
})
const isReported = checkLater(Reported)
const isMessage = checkLater(
  Type.Object({ type: Type.Literal('message'), content: Type.Array(Type.Object({ type: Type.String() })) }),
)
const isEvent = checkLater(Type.Object({ type: Type.String({ minLength: 1, maxLength: 100 }) }))

const what = 'message of the Messages API'

/** The parts of a prompt are reported apart: read anew, read from the cache, written to it. */
const usageFrom = (reported: Static<typeof Reported> | undefined): Usage | undefined => {
  if (reported?.input_tokens == null || reported.output_tokens == null) return undefined
  const read = reported.cache_read_input_tokens ?? 0
  const written = reported.cache_creation_input_tokens ?? 0
  const inputTokens = reported.input_tokens + read + written
  if (!Number.isSafeInteger(inputTokens)) return undefined
  return {
    inputTokens,
    outputTokens: reported.output_tokens,
    cacheReadTokens: reported.cache_read_input_tokens ?? undefined,
    cacheWriteTokens: reported.cache_creation_input_tokens ?? undefined,
    reasoningTokens: reported.output_tokens_details?.thinking_tokens ?? undefined,
  }
}

export const messageUsage = (endpoint: string, body: string): Usage | undefined => {
  const answer = readAnswer({ endpoint, what }, body)
  if (!isMessage.Check(answer)) throw malformedAnswer({ endpoint, what }, body)
  const { usage } = answer as { usage?: unknown }
  return isReported.Check(usage) ? usageFrom(usage) : undefined
}

/** Follows `message_start … message_stop`. The counts of `message_delta` are of the whole message, not additions. */
export const messageReader = (endpoint: string): StreamReader => {
  let reported: Static<typeof Reported> | undefined
  let started = false
  let over = false
  const count = (usage: unknown) => {
    if (!isReported.Check(usage)) return
    const told = Object.fromEntries(Object.entries(usage).filter(([, value]) => value != null))
    reported = { ...reported, ...told }
  }
  const read = (data: string, each?: (event: object) => void): string => {
    const event = readAnswer({ endpoint, what }, data)
    if (!isEvent.Check(event)) throw malformedAnswer({ endpoint, what }, data)
    const { type, message, usage } = event as { type: string; message?: { usage?: unknown } | null; usage?: unknown }
    if (type === 'message_start') {
      started = true
      count(message?.usage)
    } else if (!started && type !== 'ping') throw malformedAnswer({ endpoint, what }, data)
    if (type === 'message_delta') count(usage)
    over = type === 'message_stop'
    each?.(event)
    return eventText(data, type)
  }
  return {
    take: (events, each) => {
      let text = ''
      for (const event of events) if (!over) text += read(event, each)
      return text
    },
    get isOver() {
      return over
    },
    end: () => {
      if (!started) throw malformedAnswer({ endpoint, what }, '')
      if (!over) throw truncatedAnswer(endpoint)
      return usageFrom(reported)
    },
  }
}
