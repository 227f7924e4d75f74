import type { Dialect, Entry } from './dialect.ts'
import { afterLine, appendLine, lineEnd, lineStart, Unreadable, withoutLines } from './text.ts'

const pattern = /^((?:[^:\\]|\\.)*:(?:[^:\\]|\\.)*:(?:[^:\\]|\\.)*:(?:[^:\\]|\\.)*):((?:[^:\\]|\\.|\\$)*)/

/** As libpq reads it: what follows a bare colon in the password is dropped. */
const read = (text: string): Entry[] => {
  const entries: Entry[] = []
  for (let at = 0, line = 1; at < text.length; at = afterLine(text, at), line += 1) {
    const raw = text.slice(at, afterLine(text, at)).replace(/\r?\n$/, '')
    if (raw === '' || raw.startsWith('#')) continue
    if (raw.includes('\r')) throw new Unreadable('bare-carriage-return', line)
    const found = pattern.exec(raw)
    if (!found) throw new Unreadable('no-assignment', line)
    const [, key = '', password = ''] = found
    const start = at + key.length + 1
    const value = password.replace(/\\(.)/gu, '$1')
    entries.push({ key, value, kind: 'text', start, end: start + password.length })
  }
  return entries
}

const escaped = (value: string): string[] => (/[\r\n]/.test(value) ? [] : [value.replace(/[\\:]/g, '\\$&')])

const isKey = /^(?:[^:\\\r\n#]|\\.)(?:[^:\\\r\n]|\\.)*(?::(?:[^:\\\r\n]|\\.)*){3}$/

const fieldsOf = (key: string) => key.match(/(?:[^:\\]|\\.)+|(?<=:|^)(?=:|$)/g) ?? []

/** The first line that matches counts, so that a new one stands before any that would match in its place. */
const isCoveredBy = (key: string, other: string): boolean => {
  const theirs = fieldsOf(other)
  return fieldsOf(key).every((field, at) => theirs[at] === '*' || theirs[at] === field)
}

export const pgpass: Dialect = {
  effective: 'first',
  read,
  spell: escaped,
  add: (key, value, text, entries) => {
    if (!isKey.test(key)) return []
    const before = entries.find((entry) => isCoveredBy(key, entry.key))
    return escaped(value).map((spelled) => {
      const line = `${key}:${spelled}`
      if (!before) return [appendLine(text, line)]
      const at = lineStart(text, before.start)
      return [{ start: at, end: at, text: `${line}${lineEnd(text)}` }]
    })
  },
  remove: ({ start, end }, text) => [[withoutLines(text, start, end)]],
}
