import Type from 'typebox'
import { checkLater } from '../../../platform/validation/check-later.ts'
import type { Usage } from '../price.ts'
import { truncatedAnswer, eventText, malformedAnswer, readAnswer, tokens } from './answer.ts'
import type { StreamReader } from './shape.ts'

const count = Type.Optional(Type.Union([tokens, Type.Null()]))
const Reported = Type.Object({
  prompt_tokens: tokens,
  completion_tokens: tokens,
  prompt_tokens_details: Type.Optional(
    Type.Union([Type.Null(), Type.Object({ cached_tokens: count, cache_write_tokens: count })]),
  ),
  completion_tokens_details: Type.Optional(Type.Union([Type.Null(), Type.Object({ reasoning_tokens: count })])),
  // DeepSeek's name for it.
  prompt_cache_hit_tokens: count,
})
const isReported = checkLater(Reported)

const Choice = Type.Object({ finish_reason: Type.Optional(Type.Union([Type.String(), Type.Null()])) })
const isChunk = checkLater(Type.Object({ choices: Type.Array(Choice) }))
const isCompletion = checkLater(
  Type.Object({ choices: Type.Array(Type.Object({ message: Type.Object({}) }), { minItems: 1 }) }),
)

const what = 'chat completion'

/** The usage that an endpoint reported; undefined if it reported none that can be true. */
const usageIn = (answer: object): Usage | undefined => {
  const { usage } = answer as { usage?: unknown }
  if (!isReported.Check(usage)) return undefined
  const { prompt_tokens_details: read, completion_tokens_details: written } = usage
  return {
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    cacheReadTokens: read?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? undefined,
    cacheWriteTokens: read?.cache_write_tokens ?? undefined,
    reasoningTokens: written?.reasoning_tokens ?? undefined,
  }
}

export const completionUsage = (endpoint: string, body: string): Usage | undefined => {
  const answer = readAnswer({ endpoint, what }, body)
  if (!isCompletion.Check(answer)) throw malformedAnswer({ endpoint, what }, body)
  return usageIn(answer)
}

/** `wantsUsage` is false for a caller that did not ask for the usage chunk. */
export const chunkReader = (endpoint: string, wantsUsage: boolean): StreamReader => {
  let usage: Usage | undefined
  let finished = false
  let chunks = 0
  const goesOn = (event: string, each?: (event: object) => void) => {
    chunks += 1
    const chunk = readAnswer({ endpoint, what }, event)
    if (!isChunk.Check(chunk)) throw malformedAnswer({ endpoint, what }, event)
    usage = usageIn(chunk) ?? usage
    finished ||= chunk.choices.some((choice) => typeof choice.finish_reason === 'string')
    each?.(chunk)
    return wantsUsage || chunk.choices.length > 0
  }
  return {
    take: (events, each) =>
      events
        .filter((event) => goesOn(event, each))
        .map((event) => eventText(event))
        .join(''),
    // The usage comes after the last choice, and [DONE] after that.
    isOver: false,
    end: () => {
      if (chunks === 0) throw malformedAnswer({ endpoint, what }, '')
      if (!finished) throw truncatedAnswer(endpoint)
      return usage
    },
  }
}
