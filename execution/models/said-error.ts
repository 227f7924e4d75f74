import { jsonOf } from '../../packages/foreign-json/index.ts'

/** The error that a body of an endpoint holds; its fields are undefined if it has none of them. */
export interface SaidError {
  /** Its words, or empty. */
  readonly message: string
  /** Words for programs, in the endpoint's own spelling, the most exact first. */
  readonly codes: readonly string[]
  readonly param: string | undefined
  readonly details: unknown
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

// Google answers with a list with a single entry.
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as readonly unknown[])[0] : value)

/** Whether a body or an event is an error in the place of an answer. */
export const isError = (value: unknown): boolean => {
  const { error, object, type } = fieldsOf(firstOf(value))
  return Boolean(error) || object === 'error' || type === 'error'
}

/**
 * Reads an error: OpenAI's and Anthropic's `error`, a text or an object; a list of such, as Google has it; the fields at
 * the top, as Mistral and vLLM have them; `detail` and `errors`, texts or lists, as validators (FastAPI's) have them.
 */
export const saidError = (value: unknown): SaidError => {
  const top = fieldsOf(firstOf(value))
  const inner = fieldsOf(top.error)
  const codes = [inner.code, inner.type, inner.status, top.code, top.type].flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' ? [String(one)] : [],
  )
  const param = inner.param ?? top.param
  return {
    message: wordsIn(value, 5),
    codes: codes.filter((code) => code !== '' && code !== 'error'),
    param: typeof param === 'string' && param !== '' ? param : undefined,
    details: inner.details ?? top.details,
  }
}

/** Like `saidError`, for the text of a body: a body that is not JSON has no words. */
export const saidErrorIn = (body: string): SaidError => saidError(jsonOf(body))

const wordFields = ['error', 'message', 'detail', 'errors', 'msg', 'error_description'] as const
const listMost = 3

const wordsIn = (value: unknown, depth: number): string => {
  if (typeof value === 'string') return value
  if (depth === 0) return ''
  if (Array.isArray(value)) {
    const parts = value.slice(0, listMost).map((one) => wordsIn(one, depth - 1))
    return parts.filter((part) => part !== '').join('; ')
  }
  const fields = fieldsOf(value)
  const found = wordFields.map((field) => wordsIn(fields[field], depth - 1)).find((words) => words !== '') ?? ''
  // A validator names the field beside the words.
  return found !== '' && Array.isArray(fields.loc) ? `${fields.loc.map(String).join('.')}: ${found}` : found
}
