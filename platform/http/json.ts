import { refuseFields } from '../contract/errors.ts'
import type { InvalidField } from '../contract/handler.ts'

const depthMost = 100

/**
 * The value of a JSON text. Ends the request in 400 with every place that is wrong: no JSON, nested deeper than 100,
 * a field called `__proto__`, or text that the database cannot hold (a NUL, half of a surrogate pair).
 */
export const parseJson = (text: string): unknown => {
  const value = valueOf(text)
  if (isDeeper(value, depthMost))
    return refuseFields([{ path: '', message: `is nested deeper than ${depthMost} levels`, rule: 'depth' }])
  // What can be wrong inside shows in the text, so that most bodies are not walked.
  const faults = suspicious.test(text) ? faultsIn(value, '') : []
  return faults.length > 0 ? refuseFields(faults) : value
}

const suspicious = /__proto__|\\u(00|d[89a-f])/i

const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return refuseFields([{ path: '', message: 'The body is not JSON.', rule: 'json' }])
  }
}

/** Level by level, since a recursion would not survive what it looks for. */
const isDeeper = (value: unknown, levels: number): boolean => {
  let level = [value].filter(isObject)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= levels) return true
    level = level.flatMap((parent) => Object.values(parent).filter(isObject))
  }
  return false
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const faultsIn = (value: unknown, path: string): InvalidField[] => {
  if (typeof value === 'string') return textFaults(value, path)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const own = path === '' ? name : `${path}.${name}`
    return [...nameFaults(name, own), ...faultsIn(part, own)]
  })
}

const nameFaults = (name: string, path: string): InvalidField[] =>
  name === '__proto__'
    ? [{ path, message: 'A field may not be called __proto__.', rule: 'name' }]
    : textFaults(name, path)

/** Why a text cannot be stored: PostgreSQL takes Unicode without NUL. */
export const textFaults = (text: string, path: string): InvalidField[] => {
  if (text.includes('\0')) return [{ path, message: 'may not hold the character NUL', rule: 'nul' }]
  return text.isWellFormed() ? [] : [{ path, message: 'holds half of a surrogate pair', rule: 'unicode' }]
}
