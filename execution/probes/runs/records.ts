import { jsonObject } from '../../../packages/foreign-json/index.ts'

/** Bounds of a result: programs of the change could have written it. */
const limits = { textChars: 8 * 2 ** 20, lineChars: 64 * 1024, lines: 20_000 } as const

/** The records of a result: JSON lines with the mark of the run; undefined if a run of ours writes less. */
export const recordsIn = (result: string, nonce: string): readonly Readonly<Record<string, unknown>>[] | undefined => {
  if (result.length > limits.textChars) return undefined
  const lines = result.split('\n').filter((line) => line.startsWith('{') && line.length <= limits.lineChars)
  if (lines.length > limits.lines) return undefined
  return lines.flatMap((line) => {
    const record = jsonObject(line)
    return record?.probe === nonce ? [record] : []
  })
}

/** One line of printable text, at most `most` characters. */
export const shownText = (text: string, most = 120): string => {
  const line = text.replaceAll(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ').toWellFormed()
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line
}

/** Bounds of a probe's output that is read: it was written beside programs that are not trusted. */
const resultLimits = { chars: 2 ** 20, lines: 5_000, textChars: 300 } as const

/** The lines of a result as JSON objects; a line of anything else, or beyond the bounds, is left out. */
export const linesOf = (result: string): readonly Readonly<Record<string, unknown>>[] =>
  result
    .slice(0, resultLimits.chars)
    .split('\n', resultLimits.lines)
    .map(jsonObject)
    .filter((line) => line !== undefined)

/** A short text on one line that PostgreSQL and a terminal can hold; undefined otherwise. */
export const shortText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value
        .slice(0, resultLimits.textChars)
        .replaceAll(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ')
        .toWellFormed()
    : undefined

const number = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi

/** Whether two recorded values are the same but for the rounding of their numbers. */
export const isSameValue = (one: string, other: string): boolean => {
  if (one === other) return true
  if (one.replaceAll(number, '0') !== other.replaceAll(number, '0')) return false
  const [first, second] = [one, other].map((text) => text.match(number)?.map(Number) ?? [])
  return (first ?? []).every((value, at) => isNear(value, second?.[at] ?? Number.NaN))
}

const isNear = (one: number, other: number) =>
  one === other ||
  (Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other)) &&
    !(Number.isSafeInteger(one) && Number.isSafeInteger(other)))
