import { jsonObject } from '../../../packages/foreign-json/index.ts'

/** Bounds of a result: programs of the change could have written it. */
const limits = { textChars: 8 * 2 ** 20, lineChars: 64 * 1024, lines: 20_000 } as const

/**
 * The records of a result: lines of JSON that carry the mark of the run. Other lines are left out. Undefined if the
 * result is larger than a run of ours writes.
 */
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
