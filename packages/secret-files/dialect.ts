import type { Splice } from './text.ts'

/** The type of a value for the program that reads it. `date` is TOML's. */
export type Kind = 'text' | 'number' | 'boolean' | 'null' | 'date'

/** One value of a file. `start` and `end` delimit the text that a change replaces, with its quotes if that is safe. */
export interface Entry {
  readonly key: string
  readonly value: string
  readonly kind: Kind
  readonly start: number
  readonly end: number
}

/** Values to write into a new file; a kind other than text is kept if the format has it. */
export interface RebuiltEntry {
  readonly key: string
  readonly value: string
  readonly kind?: Kind
}

/** A place that is not read into entries: nothing of it is guessed. `key` is the name that it assigns, if it does. */
export interface SkippedPlace {
  readonly rule: string
  readonly line: number
  readonly key?: string
}

/** The entries of a file. A key is in only one of both. */
export interface FileContents<Found = Entry> {
  readonly entries: readonly Found[]
  readonly unread: readonly SkippedPlace[]
}

/** One syntax: it returns positions of values and offers spellings; the caller takes the first that reads back. */
export interface Dialect {
  /** Which entry of a repeated key counts. A dialect that refuses such files may return either. */
  readonly effective: 'first' | 'last'
  /** All entries in the order of the file. Throws UnreadableFile. */
  readonly read: (text: string) => readonly Entry[]
  /** Like `read`, with the places that are no entries; for a syntax that has such places. */
  readonly readAll?: (text: string) => FileContents
  /** Replacements for `entry`, best first. Empty when the value cannot be held. */
  readonly spell: (value: string, entry: Entry, text: string) => readonly string[]
  /** Ways to add a key that is not there, best first. */
  readonly add: (key: string, value: string, text: string, entries: readonly Entry[]) => readonly (readonly Splice[])[]
  /** Ways to take an entry out, best first. */
  readonly remove: (entry: Entry, text: string, entries: readonly Entry[]) => readonly (readonly Splice[])[]
}

const plainSegment = /^[^.\s"\p{Cc}\p{Cf}]+$/u

/** The key of a nested value: its segments with dots, a segment that holds one in quotes, as JSON writes it. */
export const joinKey = (segments: readonly string[]): string =>
  segments.map((segment) => (plainSegment.test(segment) ? segment : JSON.stringify(segment))).join('.')

const segment = /"(?:[^"\\]|\\.)*"|[^.\s"\p{Cc}\p{Cf}]+/uy

/** The segments of a key; undefined for a text that `joinKey` never makes. */
export const splitKey = (key: string): string[] | undefined => {
  const segments: string[] = []
  for (let at = 0; at <= key.length;) {
    segment.lastIndex = at
    const found = segment.exec(key)?.[0]
    if (found === undefined) return undefined
    const read = found.startsWith('"') ? textOf(found) : found
    if (read === undefined) return undefined
    segments.push(read)
    at += found.length
    if (at === key.length) return joinKey(segments) === key ? segments : undefined
    if (key[at] !== '.') return undefined
    at += 1
  }
  return undefined
}

const textOf = (quoted: string): string | undefined => {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return undefined
  }
}
