import Type from 'typebox'
import { checkLater } from '../../platform/validation/check-later.ts'
import { ModelFailure } from './failure.ts'
import type { Usage } from './price.ts'

const tokens = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Reported = Type.Object({ prompt_tokens: tokens, completion_tokens: tokens })
const isReported = checkLater(Reported)

const Choice = Type.Object({ finish_reason: Type.Optional(Type.Union([Type.String(), Type.Null()])) })
const isChunk = checkLater(Type.Object({ choices: Type.Array(Choice) }))
const isCompletion = checkLater(
  Type.Object({ choices: Type.Array(Type.Object({ message: Type.Object({}) }), { minItems: 1 }) }),
)

/** What an endpoint reported; undefined when it reported nothing that can be true. */
const usageOf = (answer: { usage?: unknown }): Usage | undefined =>
  isReported.Check(answer.usage)
    ? { inputTokens: answer.usage.prompt_tokens, outputTokens: answer.usage.completion_tokens }
    : undefined

/** Checks a whole answer. Throws ModelFailure when it is no chat completion. */
export const readCompletion = (provider: string, body: string): { usage: Usage | undefined } => {
  const answer = parsed(provider, body)
  if (!isCompletion.Check(answer)) throw garbage(provider, body)
  return { usage: usageOf(answer) }
}

export interface StreamReader {
  /** The events of a batch that may go on to the caller. Throws ModelFailure for one that is no completion chunk. */
  take(events: readonly string[]): string[]
  /** The usage that was reported. Throws ModelFailure when the answer ended before its last chunk. */
  end(): Usage | undefined
}

/** Follows the chunks of a streamed answer. `wantsUsage` is false for a caller that did not ask for the usage chunk. */
export const streamReader = (provider: string, wantsUsage: boolean): StreamReader => {
  let usage: Usage | undefined
  let finished = false
  let chunks = 0
  const goesOn = (event: string) => {
    chunks += 1
    const chunk = parsed(provider, event)
    if (!isChunk.Check(chunk)) throw garbage(provider, event)
    usage = usageOf(chunk) ?? usage
    finished ||= chunk.choices.some((choice) => typeof choice.finish_reason === 'string')
    return wantsUsage || chunk.choices.length > 0
  }
  return {
    take: (events) => events.filter(goesOn),
    end: () => {
      if (chunks === 0) throw garbage(provider, '')
      if (!finished) throw cut(provider)
      return usage
    },
  }
}

const parsed = (provider: string, body: string): { usage?: unknown } => {
  const answer = parsedJson(provider, body)
  if (typeof answer !== 'object' || answer === null) throw garbage(provider, body)
  if ('error' in answer && answer.error) throw failed(provider, answer.error)
  return answer
}

const parsedJson = (provider: string, body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    throw garbage(provider, body)
  }
}

const excerpt = (text: string) => JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text)

const garbage = (provider: string, body: string) =>
  new ModelFailure(
    `The answer of the model endpoint ${provider} is no chat completion: ${excerpt(body)}. ` +
      `Check that ATELIER_MODEL_BASE_URL is the address of an OpenAI-compatible endpoint, as far as /v1.`,
    { status: 502, code: 'provider_garbage', billed: 'perhaps' },
  )

const failed = (provider: string, error: unknown) => {
  const message =
    typeof error === 'object' && error && 'message' in error ? String(error.message) : JSON.stringify(error)
  return new ModelFailure(`The model endpoint ${provider} failed: ${excerpt(message)}. Run the task again.`, {
    status: 502,
    code: 'provider_failed',
    billed: 'perhaps',
  })
}

const cut = (provider: string) =>
  new ModelFailure(`The answer of the model endpoint ${provider} ended before it was whole. Run the task again.`, {
    status: 502,
    code: 'provider_cut',
    billed: 'perhaps',
  })
