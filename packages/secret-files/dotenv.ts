import { parse } from 'dotenv'
import type { Dialect, Entry, FileContents } from './dialect.ts'
import { dotenvSpellings } from './dotenv-values.ts'
import { afterLine, appendLine, lineAt, lineStart, UnreadableFile, withoutLines } from './text.ts'

const assignment = /[ \t]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=|:[ \t])/y
const quotedRest = /[ \t]*(?:#[^\n]*)?\r?(?:\n|$)/y
const quotes = ['"', "'", '`'] as const
type Quote = (typeof quotes)[number] | ''

interface FoundEntry extends Entry {
  /** Has a `#` within its value: some programs end the value there, and others read on. */
  readonly isAmbiguous?: boolean
}

const readAll = (text: string): FileContents => {
  const found = assignmentsIn(text)
  agree(text, found)
  const last = new Map(found.map((entry) => [entry.key, entry]))
  return {
    entries: found.filter(({ key, isAmbiguous }) => !isAmbiguous && !last.get(key)?.isAmbiguous),
    unread: [...last.values()].flatMap(({ key, start, isAmbiguous }) =>
      isAmbiguous ? [{ rule: 'hash-in-value', line: lineAt(text, start), key }] : [],
    ),
  }
}

const assignmentsIn = (text: string): FoundEntry[] => {
  const entries: FoundEntry[] = []
  for (let at = 0; at < text.length;) {
    assignment.lastIndex = at
    const found = assignment.exec(text)
    const entry = found && entryAt(text, found[1]!, assignment.lastIndex)
    if (entry) entries.push(entry)
    at = afterLine(text, entry ? entry.end : at)
  }
  return entries
}

const entryAt = (text: string, key: string, after: number): FoundEntry => {
  const from = pastBlanks(text, after)
  const quote = quotes.find((one) => text[from] === one)
  return (quote && quotedAt(text, key, from, quote)) ?? bareAt(text, key, after, from)
}

const pastBlanks = (text: string, from: number) => {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}

const quotedAt = (text: string, key: string, start: number, quote: string): Entry | undefined => {
  const close = closingQuote(text, start, quote)
  quotedRest.lastIndex = close + 1
  if (close === -1 || !quotedRest.test(text)) return undefined
  const inside = text.slice(start + 1, close).replace(/\r\n?/g, '\n')
  const value = quote === '"' ? inside.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : inside
  return { key, value, kind: 'text', start, end: close + 1 }
}

const closingQuote = (text: string, start: number, quote: string) => {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === quote) return at
    if (text[at] === '\\' && text[at + 1] === quote) at += 1
  }
  return -1
}

/** An empty value is right behind the sign, so that a new one is no part of a comment. */
const bareAt = (text: string, key: string, after: number, from: number): FoundEntry => {
  const line = text.slice(from, afterLine(text, from)).replace(/\r?\n$/, '')
  const bare = line.split('#', 1)[0]!.trimEnd()
  const isAmbiguous = /[^ \t]#/.test(`${text[from - 1] ?? ''}${line.split(/[ \t]#/, 1)[0]!}`)
  const quote = quotes.find((one) => bare.startsWith(one))
  if (quote && (bare.length < 2 || !bare.endsWith(quote))) {
    throw new UnreadableFile('unterminated-quote', lineAt(text, from))
  }
  if (bare === '') return { key, value: '', kind: 'text', start: after, end: after, isAmbiguous }
  const value = quote ? bare.slice(1, -1) : bare
  return { key, value, kind: 'text', start: from, end: from + bare.length, isAmbiguous }
}

/** The values are dotenv's: a file that it reads differently from the ranges is refused. */
const agree = (text: string, entries: readonly Entry[]): void => {
  const theirs = new Map(Object.entries(parse(text, { fast: true })))
  const ours = new Map(entries.map((entry) => [entry.key, entry]))
  const differing = [...ours.values()].find(({ key, value }) => theirs.get(key) !== value)
  if (differing) throw new UnreadableFile('ambiguous', lineAt(text, differing.start))
  if (theirs.size !== ours.size) throw new UnreadableFile('ambiguous')
}

const spell = (value: string, { start, end }: Entry, text: string): string[] => {
  const present: Quote = quotes.find((one) => text[start] === one) ?? ''
  // Some readers take a comment behind an empty value for the value.
  const hasComment = /^[ \t]*#/.test(text.slice(end, afterLine(text, end)))
  return dotenvSpellings(value)
    .filter((spelled) => spelled !== '' || !hasComment)
    .sort((a, b) => Number(quoteOf(b) === present) - Number(quoteOf(a) === present))
}

const quoteOf = (spelled: string): Quote => quotes.find((one) => spelled.startsWith(one)) ?? ''

const name = /^[A-Za-z_][\w.-]*$/

/** Files such as `.env`, as the package dotenv reads them. */
export const dotenv: Dialect = {
  effective: 'last',
  read: (text) => readAll(text).entries,
  readAll,
  spell,
  add: (key, value, text, entries) => {
    if (!name.test(key)) return []
    const last = entries.at(-1)
    const exported = last && /^[ \t]*export[ \t]/.test(text.slice(lineStart(text, last.start)))
    return dotenvSpellings(value).map((spelled) => [appendLine(text, `${exported ? 'export ' : ''}${key}=${spelled}`)])
  },
  remove: ({ start, end }, text) => [[withoutLines(text, start, end)]],
}
