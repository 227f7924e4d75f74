import Type from 'typebox'
import { type FailureCode, ModelFailure } from '../failure.ts'
import { isError, saidError } from '../said-error.ts'

/** A count that an endpoint reports. */
export const tokens = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

interface Expected {
  readonly endpoint: string
  /** The expected answer, in the singular. */
  readonly what: string
}

type Answer = Readonly<Record<string, unknown>>

/** An answer or one event of it as an object. Throws ModelFailure for an invalid answer, and for an error. */
export const readAnswer = (expected: Expected, body: string): Answer => {
  const answer = parsedJson(expected, body)
  if (typeof answer !== 'object' || answer === null) throw malformedAnswer(expected, body)
  if (isError(answer)) throw providerError(expected.endpoint, answer)
  return answer as Answer
}

const parsedJson = (expected: Expected, body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    throw malformedAnswer(expected, body)
  }
}

/** An event of a stream in the form of server-sent events. `type` is its name, if the shape has names. */
export const eventText = (data: string, type?: unknown): string => {
  const lines = data.split('\n').map((line) => `data: ${line}`)
  if (typeof type === 'string' && /^[\w.]+$/.test(type)) lines.unshift(`event: ${type}`)
  return `${lines.join('\n')}\n\n`
}

const excerpt = (text: string) => JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text)

export const malformedAnswer = ({ endpoint, what }: Expected, body: string): ModelFailure =>
  new ModelFailure(
    `The answer of the model endpoint ${endpoint} is no ${what}: ${excerpt(body)}. ` +
      `Check its address, which goes as far as /v1, and its shape (for the instance: ATELIER_MODEL_BASE_URL, ATELIER_MODEL_SHAPE).`,
    { status: 502, code: 'provider_garbage', billed: 'perhaps' },
  )

// Codes and types of errors; some endpoints write the status of HTTP in their place.
const busy = /^(rate_limit\w*|overloaded\w*|\w+_overloaded|too_many_requests|resource_exhausted|slow_down|429|529)$/i
const unpaid = /^(insufficient_quota|insufficient_balance|billing_\w+|402)$/i
const tooLong = /^(context_length_exceeded|string_above_max_length|request_too_large)$/i
const tooLongWords = /prompt is too long|input is too long|maximum context length|exceeds the context window/i
const refused = /^(invalid_\w+|400|413|422)$/i

/** An error that an endpoint sent instead of an answer, or in the middle of an answer; `answer` is the whole error. */
export const providerError = (endpoint: string, answer: unknown): ModelFailure => {
  const { message, codes } = saidError(answer)
  const words = excerpt(message || JSON.stringify(answer) || '')
  const failed = (what: string, status: number, code: FailureCode, upstream?: ModelFailure['upstream']) =>
    new ModelFailure(`The model endpoint ${endpoint} ${what}`, { status, code, billed: 'perhaps', upstream })
  const has = (pattern: RegExp) => codes.some((code) => pattern.test(code))
  if (has(unpaid)) return failed(`has no credit left: ${words}. Add some there.`, 402, 'provider_unpaid')
  if (has(busy)) return failed(`is overloaded: ${words}. Run the task again later.`, 429, 'provider_busy')
  // This request would be refused again.
  if (has(tooLong) || tooLongWords.test(message.slice(0, 2_000)))
    return failed(`refused the request: ${words}. Send a shorter conversation.`, 400, 'provider_refused_request', {
      status: 400,
      code: 'context_length_exceeded',
    })
  if (has(refused))
    return failed(`refused the request: ${words}. Check its fields.`, 400, 'provider_refused_request', {
      status: 400,
      code: codes.find((code) => /^[a-z][a-z_]{1,63}$/.test(code)),
    })
  return failed(`failed: ${words}. Run the task again.`, 502, 'provider_failed')
}

/** An answer without its last event. */
export const truncatedAnswer = (endpoint: string): ModelFailure =>
  new ModelFailure(`The answer of the model endpoint ${endpoint} ended before it was whole. Run the task again.`, {
    status: 502,
    code: 'provider_cut',
    billed: 'perhaps',
  })
