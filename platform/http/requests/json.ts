import { refuseFields } from '../../refusal/refusal.ts'
import type { InvalidField } from '../../contract/errors.ts'
import { shapeOf } from '../../contract/json-shape.ts'

const depthMost = 100
// A manifest of as many files as an import takes has a million; each empty list costs fifty times its two letters.
const valuesMost = 1_250_000
export const faultsMost = 100

/**
 * The value of a JSON text in UTF-8. Ends the request in 400 with the places that are wrong, at most 100: other bytes,
 * no JSON, nested deeper than 100, more than 1,250,000 values, a field called `__proto__`, or text that the database cannot hold (a NUL, half
 * of a surrogate pair).
 */
export const parseJson = (bytes: Uint8Array): unknown => {
  const text = textOf(bytes)
  const { deepest, values } = shapeOf(text)
  if (values > valuesMost) return refuseWhole(`holds more than ${valuesMost} values`, 'values')
  const value = valueOf(text)
  if (deepest > depthMost) return refuseWhole(`is nested deeper than ${depthMost} levels`, 'depth')
  // Inner faults show in the text, so that most bodies are not walked.
  const faults = suspicious.test(text) ? [...faultsIn(value, '').take(faultsMost)] : []
  return faults.length > 0 ? refuseFields(faults) : value
}

const refuseWhole = (message: string, rule: string) => refuseFields([{ path: '', message, rule }])

const suspicious = /__proto__|\\u(00|d[89a-f])/i

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const textOf = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    return refuseFields([{ path: '', message: 'The body is not UTF-8.', rule: 'utf8' }])
  }
}

const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return refuseFields([{ path: '', message: 'The body is not JSON.', rule: 'json' }])
  }
}

function* faultsIn(value: unknown, path: string): Generator<InvalidField, void> {
  if (typeof value === 'string') yield* textFaults(value, path)
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    const own = shortened(path === '' ? name : `${path}.${name}`)
    yield* nameFaults(name, own)
    yield* faultsIn(part, own)
  }
}

// A path is for finding the place; one of a megabyte, a hundred times, would be an answer larger than the request.
const pathMost = 500
const shortened = (path: string) => (path.length > pathMost ? `${path.slice(0, pathMost)}…` : path)

const nameFaults = (name: string, path: string): InvalidField[] =>
  name === '__proto__'
    ? [{ path, message: 'A field may not be called __proto__.', rule: 'name' }]
    : textFaults(name, path)

/** Why a text cannot be stored: PostgreSQL takes Unicode without NUL. */
export const textFaults = (text: string, path: string): InvalidField[] => {
  if (text.includes('\0')) return [{ path, message: 'must not contain the character NUL', rule: 'nul' }]
  return text.isWellFormed() ? [] : [{ path, message: 'contains half of a surrogate pair', rule: 'unicode' }]
}
