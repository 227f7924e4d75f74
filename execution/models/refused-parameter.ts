/** The parameters of a request that a call can do without, or that have a second name. */
const optionalParameters = [
  'temperature',
  'top_p',
  'parallel_tool_calls',
  'reasoning_effort',
  'stream_options',
] as const
const outputBounds = ['max_tokens', 'max_completion_tokens'] as const
const known = [...outputBounds, ...optionalParameters]

export interface RefusedParameter {
  /** `output bound` is either name of the most tokens that an answer may have. */
  readonly name: (typeof optionalParameters)[number] | 'output bound'
  /** The endpoint takes the parameter, and not with this value. */
  readonly valueAlone: boolean
}

const unsupported =
  /unsupported|not support|n't support|unrecogni[sz]ed|unknown|unexpected|extra_forbidden|extra (inputs|fields)|not permitted|not allowed/i

/**
 * The parameter that the body of a 400 or 422 refuses: by `error.param` and `error.code` as OpenAI tells it, or by
 * the first that its text names. Undefined for every other refusal, such as a value that is too large.
 */
export const refusedParameter = (body: string): RefusedParameter | undefined => {
  const { param, code, message } = errorIn(body)
  const text = message.slice(0, 2_000)
  const told = code === 'unsupported_parameter' || code === 'unsupported_value' || unsupported.test(text)
  const name = told ? knownIn(param ?? text) : undefined
  if (!name) return undefined
  const valueAlone =
    code === 'unsupported_value' || (code !== 'unsupported_parameter' && /unsupported value/i.test(text))
  if (name !== 'max_tokens' && name !== 'max_completion_tokens') return { name, valueAlone }
  return valueAlone ? undefined : { name: 'output bound', valueAlone }
}

interface SaidError {
  readonly param: string | undefined
  readonly code: string | undefined
  readonly message: string
}

// Endpoints made of a validator (FastAPI's) answer with a list in the place of an error: its text names the field.
const errorIn = (body: string): SaidError => {
  const error = errorObjectOf(body)
  if (!error) return { param: undefined, code: undefined, message: body }
  const { param, code, message } = error
  return { param: textOf(param), code: textOf(code), message: textOf(message) ?? body }
}

const errorObjectOf = (body: string) => {
  try {
    const parsed = JSON.parse(body) as { error?: unknown } | null
    const error = parsed?.error
    return typeof error === 'object' && error ? (error as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const named = new RegExp(`\\b(${known.join('|')})\\b`)

const knownIn = (text: string) => {
  const found = named.exec(text)?.[1]
  return known.find((name) => name === found)
}
