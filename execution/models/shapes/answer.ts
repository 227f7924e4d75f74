import Type from 'typebox'
import { checkLater } from '../../../platform/validation/check-later.ts'
import { ModelFailure } from '../failure.ts'

/** A count that an endpoint reports. */
export const tokens = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

interface Expected {
  readonly endpoint: string
  /** The expected answer, in the singular. */
  readonly what: string
}

type Answer = Readonly<Record<string, unknown>>

/** An answer or one event of it as an object. Throws ModelFailure when it is none, or an error in the place of one. */
export const readAnswer = (expected: Expected, body: string): Answer => {
  const answer = parsedJson(expected, body)
  if (typeof answer !== 'object' || answer === null) throw malformedAnswer(expected, body)
  const { error } = answer as { error?: unknown }
  if (error) throw providerError(expected.endpoint, error)
  return answer as Answer
}

const parsedJson = (expected: Expected, body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    throw malformedAnswer(expected, body)
  }
}

/** An event of a stream in the form of server-sent events. `type` is its name, where the shape gives names. */
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

const isSaid = checkLater(
  Type.Object({
    message: Type.Optional(Type.Unknown()),
    code: Type.Optional(Type.Unknown()),
    type: Type.Optional(Type.Unknown()),
  }),
)

const busy = /^(rate_limit_exceeded|rate_limit_error|overloaded_error|overloaded|too_many_requests)$/
const unpaid = /^(insufficient_quota|billing_\w+)$/

/** An error that an endpoint sent in the place of an answer, or in the middle of one. */
export const providerError = (endpoint: string, error: unknown): ModelFailure => {
  const { message, code, type } = isSaid.Check(error) ? error : {}
  const words = excerpt(typeof message === 'string' ? message : JSON.stringify(error))
  const names = [code, type].filter((name) => typeof name === 'string')
  if (names.some((name) => unpaid.test(name))) {
    return new ModelFailure(`The model endpoint ${endpoint} has no credit left: ${words}. Add some there.`, {
      status: 402,
      code: 'provider_unpaid',
      billed: 'perhaps',
    })
  }
  if (names.some((name) => busy.test(name))) {
    return new ModelFailure(`The model endpoint ${endpoint} is overloaded: ${words}. Run the task again later.`, {
      status: 429,
      code: 'provider_busy',
      billed: 'perhaps',
    })
  }
  return new ModelFailure(`The model endpoint ${endpoint} failed: ${words}. Run the task again.`, {
    status: 502,
    code: 'provider_failed',
    billed: 'perhaps',
  })
}

/** An answer without its last event. */
export const truncatedAnswer = (endpoint: string): ModelFailure =>
  new ModelFailure(`The answer of the model endpoint ${endpoint} ended before it was whole. Run the task again.`, {
    status: 502,
    code: 'provider_cut',
    billed: 'perhaps',
  })
