import { joinKey, type Dialect, type Kind, type RebuiltEntry, splitKey } from './dialect.ts'
import { applyChanges, type Change, isText, UnwritableValue } from './edit.ts'
import { type Format, isRebuilt, type RebuiltFormat, type EditedFormat } from './formats.ts'
import { changedValues, type SkippedPlace, type PlainFormat } from './plain-format.ts'
import { recognize } from './recognize.ts'
import { entriesMost } from './spelling.ts'
import { decode, lineAt, UnreadableFile } from './text.ts'

const secretFileLimits = {
  bytesMost: 2 ** 20,
  entriesMost,
  unreadMost: 1_000,
  keyMost: 512,
} as const

/** One value of a file. */
interface SecretFileEntry {
  readonly key: string
  readonly value: string
  readonly kind: Kind
  /** The place of a change: offsets in the text without a byte-order mark. Absent if a file is rewritten. */
  readonly range?: { readonly start: number; readonly end: number }
}

/** A file of secrets or settings, as it was read. */
export type ParsedFile =
  | {
      readonly format: Format
      readonly entries: readonly SecretFileEntry[]
      /** Places of the file that are no entries: each is named, none is read in part. */
      readonly unread: readonly SkippedPlace[]
    }
  /** A credential that has no entries and is kept byte for byte; the word for people. */
  | { readonly opaque: string }
  /** `rule` is a word such as `unterminated-quote`; `line` counts from 1. */
  | { readonly skipped: string; readonly line: number }

/** Reads a file of secrets or settings, each key once. Never throws for content; its size is at most 1 MiB. */
export const parseSecretFile = async (path: string, bytes: Uint8Array): Promise<ParsedFile> => {
  if (bytes.length > secretFileLimits.bytesMost) return { skipped: 'too-large', line: 1 }
  const recognized = recognize(path, bytes)
  if (!('format' in recognized)) return recognized
  const { format } = recognized
  try {
    const { text } = decodeAs(format, bytes)
    return { format, ...(await readAs(format, text)) }
  } catch (error) {
    const { rule, line } = unreadable(error)
    return { skipped: rule, line }
  }
}

const readAs = async (format: Format, text: string) => {
  if (isRebuilt(format)) return readPlain(format, text)
  const dialect = await dialectOf(format)
  const { entries: all, unread } = dialect.readAll?.(text) ?? { entries: dialect.read(text), unread: [] }
  if (unread.length > secretFileLimits.unreadMost) throw new UnreadableFile('code', unread[0]!.line)
  check(all.map((entry) => ({ ...entry, line: () => lineAt(text, entry.start) })))
  const entries = effective(dialect, all).map(({ key, value, kind, start, end }) => ({
    key,
    value,
    kind,
    range: { start, end },
  }))
  return { entries, unread }
}

const readPlain = async (format: RebuiltFormat, text: string) => {
  const { entries, unread } = (await plainFormatOf(format)).read(text)
  check(entries.map((entry) => ({ ...entry, line: () => entry.line })))
  if (unread.length > secretFileLimits.unreadMost) throw new UnreadableFile('code', unread[0]!.line)
  return { entries: entries.map(({ key, value, kind }) => ({ key, value, kind })), unread }
}

const decodeAs = (format: Format, bytes: Uint8Array) => decode(bytes, format === 'properties' ? 'latin1' : undefined)

/** An error of a library at a hostile text is its refusal; an overflow of the stack is due to its size. */
const unreadable = (error: unknown): UnreadableFile => {
  if (error instanceof UnreadableFile) return error
  return new UnreadableFile(error instanceof RangeError ? 'too-complex' : 'syntax')
}

const check = (entries: readonly { readonly key: string; readonly value: string; line(): number }[]): void => {
  const { keyMost } = secretFileLimits
  if (entries.length > entriesMost) throw new UnreadableFile('too-many-entries', entries[entriesMost]!.line())
  const bad = entries.find(({ key, value }) => {
    return key === '' || key.length > keyMost || !key.isWellFormed() || !value.isWellFormed() || key.includes('\0')
  })
  if (bad) throw new UnreadableFile(bad.value.isWellFormed() ? 'key-not-allowed' : 'not-text', bad.line())
  const nul = entries.find(({ value }) => value.includes('\0'))
  if (nul) throw new UnreadableFile('nul-byte', nul.line())
}

const effective = <Found extends RebuiltEntry>({ effective: which }: Dialect, entries: readonly Found[]): Found[] => {
  const ordered = which === 'last' ? entries : entries.toReversed()
  const byKey = new Map(ordered.map((entry) => [entry.key, entry]))
  return entries.filter((entry) => byKey.get(entry.key) === entry)
}

/**
 * The file after `changes`. A changed value changes only its own bytes, a new key gets a line in the style of the file,
 * a removed key takes its line along; a file that is rewritten loses its comments, and is refused if it holds more than
 * values. Throws UnwritableValue for a value that the format cannot hold, and UnreadableFile for a file that
 * `parseSecretFile` would skip; then nothing has changed.
 */
export const writeSecretFile = async (format: Format, bytes: Uint8Array, changes: readonly Change[]) => {
  const { text, encode } = decodeAs(format, bytes)
  if (isRebuilt(format)) return encode(await rewritten(format, text, changes))
  const next = applyChanges(await dialectOf(format), text, changes)
  const written = encode(next)
  // Latin-1 holds less than the text may.
  if (next !== text && decodeAs(format, written).text !== next) throw new UnwritableValue(changes[0]!.key)
  return written
}

const rewritten = async (format: RebuiltFormat, text: string, changes: readonly Change[]): Promise<string> => {
  const { read, reprint, print } = await plainFormatOf(format)
  const { entries, unread } = read(text)
  const before = new Map(entries.map(({ key, value }) => [key, value]))
  const real = changes.filter(({ key, value }) => (before.get(key) ?? null) !== value)
  const [first] = real
  if (!first) return text
  if (unread.length > 0 && !reprint) throw new UnwritableValue(first.key)
  const values = changedValues(entries, real)
  return verified(format, reprint ? reprint(text, values) : print(values), values)
}

/** A text that was rewritten, if it reads back with these values and nothing else. */
const verified = async (format: RebuiltFormat, text: string, values: readonly RebuiltEntry[]): Promise<string> => {
  const impossible = values.find(({ value }) => !isText(value))
  if (impossible) throw new UnwritableValue(impossible.key)
  // A text that cannot be read holds none of the values.
  const { entries } = await readPlain(format, text).catch(() => ({ entries: [] }))
  const read = new Map(entries.map(({ key, value }) => [key, value]))
  const lost = values.find(({ key, value }) => read.get(key) !== value)
  if (lost || entries.length !== values.length) throw new UnwritableValue((lost ?? values[0])?.key ?? '')
  return text
}

/** Formats whose keys are paths of nested values. */
const nestedFormats: readonly Format[] = ['json', 'yaml', 'toml']

/**
 * A new file of `entries`, in UTF-8: with every value, without the text beside them. The result reads back with the
 * same values. In a format of nested values a key that is no path, such as a key with a space, is one name; so is each
 * key from npm. Throws UnwritableValue, which names the first key that the format cannot hold.
 */
export const buildSecretFile = async (format: Format, given: readonly RebuiltEntry[], from?: Format) => {
  const entries = nestedFormats.includes(format)
    ? given.map((entry) => (from === 'npmrc' || !splitKey(entry.key) ? { ...entry, key: joinKey([entry.key]) } : entry))
    : given
  if (isRebuilt(format)) {
    const text = (await plainFormatOf(format)).print(entries)
    return Buffer.from(await verified(format, text, entries))
  }
  const dialect = await dialectOf(format)
  const { buildText } = await import('./build.ts')
  const text = buildText(format, dialect, entries)
  const read = new Map(effective(dialect, dialect.read(text)).map(({ key, value }) => [key, value]))
  const lost = entries.find(({ key, value }) => read.get(key) !== value)
  if (lost) throw new UnwritableValue(lost.key)
  return Buffer.from(text)
}

/** The file as it is exported: its own bytes, or if it is rewritten, only its values. */
export const exportSecretFile = async (format: Format, bytes: Uint8Array): Promise<Buffer> => {
  if (!isRebuilt(format)) return Buffer.from(bytes)
  const { text } = decodeAs(format, bytes)
  const { read, reprint, print } = await plainFormatOf(format)
  const { entries } = read(text)
  return Buffer.from(await verified(format, reprint ? reprint(text, entries) : print(entries), entries))
}

/** The syntaxes, by the names that people see; each is loaded when it is needed. A change of these keeps every other byte. */
const edited = {
  dotenv: async () => (await import('./dotenv.ts')).dotenv,
  properties: async () => (await import('./properties.ts')).properties,
  yaml: async () => (await import('./yaml.ts')).yaml,
  json: async () => (await import('./json.ts')).json,
  toml: async () => (await import('./toml.ts')).toml,
  ini: async () => (await import('./ini.ts')).ini,
  npmrc: async () => (await import('./npmrc.ts')).npmrc,
} as const satisfies Record<EditedFormat, () => Promise<Dialect>>

/** Formats that are rewritten. */
const rebuilt = {
  direnv: async () => (await import('./direnv.ts')).direnv,
  tfvars: async () => (await import('./tfvars.ts')).tfvars,
  netrc: async () => (await import('./netrc.ts')).netrc,
  pgpass: async () => (await import('./pgpass.ts')).pgpass,
  xml: async () => (await import('./xml.ts')).xml,
  python: async () => (await import('./python.ts')).python,
} as const satisfies Record<RebuiltFormat, () => Promise<PlainFormat>>

const dialectOf = (format: EditedFormat): Promise<Dialect> => edited[format]()

const plainFormatOf = (format: RebuiltFormat): Promise<PlainFormat> => rebuilt[format]()
