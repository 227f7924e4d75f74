import { joinKey, splitKey, type Dialect, type Entry } from './dialect.ts'
import { afterLine, appendLine, lineAt, lineStart, type Splice, Unreadable } from './text.ts'

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
}

interface Field extends Entry {
  /** Where its name stands, and where its machine begins. */
  readonly nameStart: number
  readonly machineStart: number
}

const fieldNames = ['login', 'password', 'account']
const bareOrQuoted = /"((?:[^"\\\r\n]|\\[^\r\n])*)"(?=\s|$)|[^\s"\\][^\s\\]*/y

/** The next token behind spaces; `comments` where one may stand. */
const tokenAt = (text: string, from: number, comments: boolean): Token | undefined => {
  let start = from
  for (;;) {
    while (/[ \t\r\n]/.test(text[start] ?? '')) start += 1
    if (!comments || text[start] !== '#') break
    start = afterLine(text, start)
  }
  if (start >= text.length) return undefined
  bareOrQuoted.lastIndex = start
  const found = bareOrQuoted.exec(text)
  // Readers differ on a backslash outside quotes: curl keeps it, Python drops it.
  const problem = text[start] === '"' ? 'unterminated-quote' : 'ambiguous'
  const end = bareOrQuoted.lastIndex
  if (!found || !/^\s?$/.test(text[end] ?? '')) throw new Unreadable(problem, lineAt(text, start))
  return { text: found[1] === undefined ? found[0] : found[1].replace(/\\(.)/gu, '$1'), start, end }
}

const required = (text: string, token: Token): Token => {
  const value = tokenAt(text, token.end, false)
  if (!value) throw new Unreadable('value-missing', lineAt(text, token.start))
  return value
}

const read = (text: string): Field[] => {
  const fields: Field[] = []
  const machines = new Map<string, number>()
  const keys = new Set<string>()
  let machine: { readonly key: readonly string[]; readonly start: number } | undefined
  let at = 0
  for (let token = tokenAt(text, at, true); token; token = tokenAt(text, at, true)) {
    if (token.text === 'macdef') {
      at = afterMacro(text, required(text, token).end)
    } else if (token.text === 'machine' || token.text === 'default') {
      const name = token.text === 'machine' ? required(text, token) : token
      const times = (machines.get(name.text) ?? 0) + 1
      machines.set(name.text, times)
      machine = { key: times === 1 ? [name.text] : [name.text, String(times)], start: token.start }
      at = name.end
    } else {
      if (!machine || !fieldNames.includes(token.text)) throw new Unreadable('syntax', lineAt(text, token.start))
      const value = required(text, token)
      const key = joinKey([...machine.key, token.text])
      if (keys.size === keys.add(key).size) throw new Unreadable('duplicate-key', lineAt(text, token.start))
      const places = { start: value.start, end: value.end, nameStart: token.start, machineStart: machine.start }
      fields.push({ key, value: value.text, kind: 'text', ...places })
      at = value.end
    }
  }
  return fields
}

/** A macro ends with an empty line. */
const afterMacro = (text: string, from: number): number => {
  const blank = /\n\r?\n/g
  blank.lastIndex = from
  return blank.exec(text) ? blank.lastIndex : text.length
}

const spellings = (value: string): string[] => {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) return []
  const quoted = `"${value.replace(/["\\]/g, '\\$&')}"`
  return /^[^\s"\\#][^\s"\\]*$/.test(value) ? [value, quoted] : [quoted]
}

const add = (key: string, value: string, text: string): Splice[][] => {
  const segments = splitKey(key)
  const name = segments?.at(-1) ?? ''
  if (!segments || !fieldNames.includes(name) || segments.length < 2 || segments.length > 3) return []
  const parent = joinKey(segments.slice(0, -1))
  const beside = read(text).findLast(
    (field) => field.key.startsWith(`${parent}.`) && field.key.split('.').length === key.split('.').length,
  )
  return spellings(value).flatMap((spelled) => {
    if (beside) return [[{ start: beside.end, end: beside.end, text: `${gapBefore(text, beside)}${name} ${spelled}` }]]
    return spellings(segments[0]!).map((host) => {
      const opening = host === 'default' ? host : `machine ${host}`
      return [appendLine(text, `${opening} ${name} ${spelled}`)]
    })
  })
}

/** What stands before the name of a field: a space, or a new line with its indent. */
const gapBefore = (text: string, { nameStart }: Field) => /(?:\r?\n)?[ \t]+$/.exec(text.slice(0, nameStart))?.[0] ?? ' '

const remove = (entry: Entry, text: string): Splice[][] => {
  const fields = read(text)
  const field = fields.find(({ start }) => start === entry.start)!
  const isOnly = fields.filter(({ machineStart }) => machineStart === field.machineStart).length === 1
  const start = isOnly ? field.machineStart : field.nameStart - gapBefore(text, field).length
  const isWholeLine =
    isOnly &&
    start === lineStart(text, start) &&
    /^[ \t\r]*\n?$/.test(text.slice(field.end, afterLine(text, field.end)))
  return [
    ...(isWholeLine ? [[{ start, end: afterLine(text, field.end), text: '' }]] : []),
    [{ start, end: field.end, text: '' }],
  ]
}

export const netrc: Dialect = { effective: 'first', read, spell: spellings, add, remove }
