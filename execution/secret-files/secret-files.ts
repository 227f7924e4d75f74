import type { Dialect, Entry, RebuiltEntry } from './dialect.ts'
import { applyChanges, type Change, Unwritable } from './edit.ts'
import { dialectOf, type Format } from './formats.ts'
import { recognize } from './recognize.ts'
import { decode, lineAt, Unreadable } from './text.ts'

export const secretFileLimits = {
  bytesMost: 2 ** 20,
  grammarBytesMost: 2 ** 18,
  entriesMost: 10_000,
  keyMost: 512,
} as const

/** One value of a file; `start` and `end` are offsets in its text, without a byte-order mark, in UTF-16 units. */
export type SecretFileEntry = Entry

export type ParsedFile =
  | { readonly format: Format; readonly entries: readonly SecretFileEntry[] }
  /** A credential that has no entries and is kept byte for byte; the word for people. */
  | { readonly opaque: string }
  /** `rule` is a word such as `unterminated-quote`; `line` counts from 1. */
  | { readonly skipped: string; readonly line: number }

/**
 * Reads a file of secrets or settings. Each key once, with the value that counts. It never throws for what a file
 * holds; time and memory follow its size, which is at most 1 MiB, and 256 KiB for direnv and .tfvars.
 */
export const parseSecretFile = async (path: string, bytes: Uint8Array): Promise<ParsedFile> => {
  if (bytes.length > secretFileLimits.bytesMost) return { skipped: 'too-large', line: 1 }
  const recognized = recognize(path, bytes)
  if (!('format' in recognized)) return recognized
  const { format } = recognized
  if (bytes.length > bytesMostOf(format)) return { skipped: 'too-large', line: 1 }
  const dialect = await dialectOf(format)
  try {
    const { text } = decodeAs(format, bytes)
    return { format, entries: effective(dialect, checked(text, dialect.read(text))) }
  } catch (error) {
    const { rule, line } = unreadable(error)
    return { skipped: rule, line }
  }
}

// Their engine takes a thousand times the memory of the text.
const bytesMostOf = (format: Format) =>
  format === 'direnv' || format === 'tfvars' ? secretFileLimits.grammarBytesMost : secretFileLimits.bytesMost

const decodeAs = (format: Format, bytes: Uint8Array) => decode(bytes, format === 'properties' ? 'latin1' : undefined)

/** What a library throws at a hostile text is its refusal; a stack that overflows is its size's. */
const unreadable = (error: unknown): Unreadable => {
  if (error instanceof Unreadable) return error
  return new Unreadable(error instanceof RangeError ? 'too-complex' : 'syntax')
}

const checked = (text: string, entries: readonly Entry[]): readonly Entry[] => {
  const { entriesMost, keyMost } = secretFileLimits
  if (entries.length > entriesMost) throw new Unreadable('too-many-entries', lineAt(text, entries[entriesMost]!.start))
  const bad = entries.find(({ key, value }) => {
    return key === '' || key.length > keyMost || !key.isWellFormed() || !value.isWellFormed() || key.includes('\0')
  })
  if (bad) throw new Unreadable(bad.value.isWellFormed() ? 'key-not-allowed' : 'not-text', lineAt(text, bad.start))
  const nul = entries.find(({ value }) => value.includes('\0'))
  if (nul) throw new Unreadable('nul-byte', lineAt(text, nul.start))
  return entries
}

const effective = ({ effective: which }: Dialect, entries: readonly Entry[]): Entry[] => {
  const ordered = which === 'last' ? entries : entries.toReversed()
  const byKey = new Map(ordered.map((entry) => [entry.key, entry]))
  return entries.filter((entry) => byKey.get(entry.key) === entry)
}

/**
 * The file after `changes`: a changed value changes only its own bytes, a new key gets a line in the style of the
 * file, a removed one takes its line along. Throws Unwritable for a value that the format cannot hold, and Unreadable
 * for a file that `parseSecretFile` would skip; then nothing has changed.
 */
export const writeSecretFile = async (
  format: Format,
  bytes: Uint8Array,
  changes: readonly Change[],
): Promise<Buffer> => {
  const dialect = await dialectOf(format)
  const { text, encode } = decodeAs(format, bytes)
  const next = applyChanges(dialect, text, changes)
  const written = encode(next)
  // Latin-1 holds less than the text may.
  if (next !== text && decodeAs(format, written).text !== next) throw new Unwritable(changes[0]!.key)
  return written
}

/**
 * A new file of `entries`, in UTF-8: every value is there, what stood beside them is not. The result reads back with
 * the same values. Throws Unwritable, which names the first key that the format cannot hold.
 */
export const buildSecretFile = async (format: Format, entries: readonly RebuiltEntry[]): Promise<Buffer> => {
  const dialect = await dialectOf(format)
  const { buildText } = await import('./build.ts')
  const text = await buildText(format, dialect, entries)
  const read = new Map(effective(dialect, dialect.read(text)).map(({ key, value }) => [key, value]))
  const lost = entries.find(({ key, value }) => read.get(key) !== value)
  if (lost) throw new Unwritable(lost.key)
  return Buffer.from(text)
}
