import { joinKey, splitKey } from './dialect.ts'
import {
  refuseValue,
  lineCounter,
  type PlainEntry,
  type PlainFormat,
  type PlainValue,
  type SkippedPlace,
} from './plain-format.ts'
import { afterLine, lineAt, lineStart, UnreadableFile } from './text.ts'

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
}

const fieldNames = ['login', 'password', 'account']
const bareOrQuoted = /"((?:[^"\\\r\n]|\\[^\r\n])*)"(?=\s|$)|[^\s"\\][^\s\\]*/y

/** The next token behind spaces; `comments` decides whether a comment may follow. */
const tokenAt = (text: string, from: number, comments: boolean): Token | undefined => {
  let start = from
  for (;;) {
    while (/[ \t\r\n]/.test(text[start] ?? '')) start += 1
    if (!comments || text[start] !== '#') break
    // Readers differ on a number sign behind a token: the rest of its line is a comment, or more tokens.
    if (text.slice(lineStart(text, start), start).trim() !== '')
      throw new UnreadableFile('ambiguous', lineAt(text, start))
    start = afterLine(text, start)
  }
  if (start >= text.length) return undefined
  bareOrQuoted.lastIndex = start
  const found = bareOrQuoted.exec(text)
  // Readers differ on a backslash outside quotes: curl keeps it, Python drops it.
  const problem = text[start] === '"' ? 'unterminated-quote' : 'ambiguous'
  const end = bareOrQuoted.lastIndex
  if (!found || !/^\s?$/.test(text[end] ?? '')) throw new UnreadableFile(problem, lineAt(text, start))
  return { text: found[1] === undefined ? found[0] : found[1].replace(/\\(.)/gu, '$1'), start, end }
}

const required = (text: string, token: Token): Token => {
  const value = tokenAt(text, token.end, false)
  if (!value) throw new UnreadableFile('value-missing', lineAt(text, token.start))
  return value
}

const read = (text: string) => {
  const entries = new Map<string, PlainEntry>()
  const unread: SkippedPlace[] = []
  const machines = new Map<string, number>()
  const lineOf = lineCounter(text)
  let machine: readonly string[] | undefined
  let at = 0
  for (let token = tokenAt(text, at, true); token; token = tokenAt(text, at, true)) {
    const line = lineOf(token.start)
    if (token.text === 'macdef') {
      unread.push({ rule: 'macro', line })
      at = afterMacro(text, required(text, token).end)
    } else if (token.text === 'machine' || token.text === 'default') {
      const name = token.text === 'machine' ? required(text, token) : token
      const times = (machines.get(name.text) ?? 0) + 1
      machines.set(name.text, times)
      machine = times === 1 ? [name.text] : [name.text, String(times)]
      at = name.end
    } else {
      if (!machine || !fieldNames.includes(token.text)) throw new UnreadableFile('syntax', line)
      const value = required(text, token)
      const key = joinKey([...machine, token.text])
      if (entries.has(key)) throw new UnreadableFile('duplicate-key', line)
      entries.set(key, { key, value: value.text, kind: 'text', line })
      at = value.end
    }
  }
  return { entries: [...entries.values()], unread }
}

/** A macro ends with an empty line. */
const afterMacro = (text: string, from: number): number => {
  const blank = /\n\r?\n/g
  blank.lastIndex = from
  return blank.exec(text) ? blank.lastIndex : text.length
}

const quoted = (key: string, value: string): string => {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) return refuseValue(key)
  return /^[^\s"\\#][^\s"\\]*$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** The fields of a machine on the lines below it; the fields of `default` count for all behind it. */
const print = (entries: readonly PlainValue[]): string => {
  const machines = new Map<string, string[]>()
  for (const { key, value } of entries) {
    const segments = splitKey(key) ?? []
    const name = segments.at(-1) ?? ''
    if (!fieldNames.includes(name) || segments.length < 2 || segments.length > 3) return refuseValue(key)
    const machine = joinKey(segments.slice(0, -1))
    const opening = segments[0] === 'default' ? 'default' : `machine ${quoted(key, segments[0]!)}`
    machines.set(machine, [...(machines.get(machine) ?? [opening]), `  ${name} ${quoted(key, value)}`])
  }
  const ordered = [...machines.values()].sort((a, b) => Number(a[0] === 'default') - Number(b[0] === 'default'))
  return ordered.map((lines) => `${lines.join('\n')}\n`).join('')
}

/** `.netrc`: logins and passwords by machine. A change rewrites the file. */
export const netrc: PlainFormat = { read, print }
