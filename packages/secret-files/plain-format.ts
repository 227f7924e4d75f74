import type { FileContents, Kind, SkippedPlace } from './dialect.ts'
import type { Change } from './edit.ts'
import { isNumber } from './spelling.ts'

export { refuseValue } from './edit.ts'
export type { SkippedPlace }

/** One value of a file that is rewritten; `line` counts from 1. */
export interface PlainEntry {
  readonly key: string
  readonly value: string
  readonly kind: Kind
  readonly line: number
}

export type PlainValue = Pick<PlainEntry, 'key' | 'value'> & { readonly kind?: Kind }

/** A syntax that is read into whole values, and rewritten from them. */
export interface PlainFormat {
  /** Each key once. Throws UnreadableFile. */
  readonly read: (text: string) => FileContents<PlainEntry>
  /** Throws UnwritableValue, which names the first key that the format cannot hold. */
  readonly print: (entries: readonly PlainValue[]) => string
  /** The file with `entries` in the place of its own, for a format of more than lines. Throws UnwritableValue. */
  readonly reprint?: (text: string, entries: readonly PlainValue[]) => string
}

/** The values after `changes`. A number that becomes another number stays one; all else that changes is text. */
export const changedValues = (entries: readonly PlainEntry[], changes: readonly Change[]): readonly PlainValue[] => {
  const values = new Map<string, PlainValue>(entries.map((entry) => [entry.key, entry]))
  for (const { key, value } of changes) {
    const before = values.get(key)
    if (value === null) values.delete(key)
    else if (before?.value !== value) values.set(key, { key, value, kind: kindAfter(before?.kind, value) })
  }
  return [...values.values()]
}

const kindAfter = (kind: Kind | undefined, value: string): Kind => {
  if (kind === 'number' && isNumber(value)) return 'number'
  if (kind === 'boolean' && /^(?:true|false)$/i.test(value)) return 'boolean'
  return 'text'
}

/** The line of an offset, from 1; for offsets that never go back. */
export const lineCounter = (text: string): ((offset: number) => number) => {
  let at = 0
  let line = 1
  return (offset) => {
    for (let end = text.indexOf('\n', at); end !== -1 && end < offset; end = text.indexOf('\n', at)) {
      line += 1
      at = end + 1
    }
    return line
  }
}

/** The match of a sticky pattern exactly at an offset. */
export const matchAt = (pattern: RegExp, text: string, offset: number): RegExpExecArray | null => {
  pattern.lastIndex = offset
  return pattern.exec(text)
}
