import { decode } from 'ini'
import type { Dialect, Entry, FileContents, SkippedPlace } from './dialect.ts'
import { afterLine, lineAt, lineEnd, type Splice, UnreadableFile, withoutLines } from './text.ts'

const line = /^([^=]+)=(.*)$/

/** Settings before the first section; npm reads none behind one. Lists (`ca[]`) and sections are no entries. */
const scan = (text: string): FileContents & { readonly end: number } => {
  const entries: Entry[] = []
  const unread: SkippedPlace[] = []
  let at = 0
  for (; at < text.length; at = afterLine(text, at)) {
    const raw = text.slice(at, afterLine(text, at)).replace(/\r?\n$/, '')
    if (raw.includes('\r')) throw new UnreadableFile('bare-carriage-return', lineAt(text, at))
    if (/^\[[^\]]*\]\s*$/.test(raw)) {
      unread.push({ rule: 'section', line: lineAt(text, at) })
      break
    }
    const found = /^\s*[;#]/.test(raw) ? null : line.exec(raw)
    const entry = found && entryOf(raw, at + raw.length - found[2]!.length, found[2]!)
    if (entry) entries.push(entry)
    else if (found) unread.push({ rule: 'list', line: lineAt(text, at) })
  }
  agree(text, entries)
  return { entries, unread, end: at }
}

const entryOf = (raw: string, from: number, rest: string): Entry | undefined => {
  const [pair] = Object.entries(decode(raw))
  if (!pair || Array.isArray(pair[1]) || (typeof pair[1] === 'object' && pair[1] !== null)) return undefined
  const [key, value] = pair as [string, string | boolean | null]
  const token = tokenOf(rest)
  const start = token === '' ? from : from + rest.indexOf(token)
  const kind = value === null ? 'null' : typeof value === 'boolean' ? 'boolean' : 'text'
  return { key, value: String(value), kind, start, end: start + token.length }
}

/** The text of the value, without the comment behind it. */
const tokenOf = (rest: string) => {
  const trimmed = rest.trim()
  if (/^(["']).*\1$/.test(trimmed)) return trimmed
  return (/^(?:[^\\;#]|\\.|\\$)*/.exec(trimmed)?.[0] ?? '').trim()
}

const agree = (text: string, entries: readonly Entry[]): void => {
  const theirs = decode(text) as Record<string, unknown>
  const ours = new Map(entries.map((entry) => [entry.key, entry]))
  const differing = [...ours.values()].find(({ key, value }) => String(theirs[key]) !== value)
  if (differing) throw new UnreadableFile('ambiguous', lineAt(text, differing.start))
}

const spellings = (value: string): string[] => {
  if (value === '' || /^(?:true|false|null)$/.test(value)) return [value]
  const isPlain = !/^[\s"'[]|[\s"']$|[\r\n]/.test(value)
  return [
    ...(isPlain && !/[;#\\\s]/.test(value) ? [value] : []),
    JSON.stringify(value),
    // Behind quotes npm reads no comment, so that a line with one takes escapes.
    ...(isPlain ? [value.replace(/[;#\\]/g, '\\$&')] : []),
  ]
}

const add = (key: string, value: string, text: string): Splice[][] => {
  if (!/^[\w@/.:-]+$/.test(key)) return []
  const { end: at } = scan(text)
  const end = lineEnd(text)
  const isOwnLine = at === 0 || text[at - 1] === '\n'
  return spellings(value).map((spelled) => [
    { start: at, end: at, text: `${isOwnLine ? '' : end}${key}=${spelled}${end}` },
  ])
}

/** `.npmrc`, as npm reads it by its package `ini`. */
export const npmrc: Dialect = {
  effective: 'last',
  read: (text) => scan(text).entries,
  readAll: scan,
  spell: spellings,
  add,
  remove: ({ start, end }, text) => [[withoutLines(text, start, end)]],
}
