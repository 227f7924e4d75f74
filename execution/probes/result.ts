import { jsonObject } from '../../packages/foreign-json/index.ts'

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
