import { refuseValue, type PlainEntry, type PlainFormat, type PlainValue } from './plain-format.ts'
import { UnreadableFile } from './text.ts'

const pattern = /^((?:[^:\\]|\\.)*:(?:[^:\\]|\\.)*:(?:[^:\\]|\\.)*:(?:[^:\\]|\\.)*):((?:[^:\\]|\\.|\\$)*)/

/** As libpq reads it: the first line that matches counts, and what follows a bare colon in the password is dropped. */
const read = (text: string) => {
  const entries = new Map<string, PlainEntry>()
  for (const [at, line] of text.split('\n').entries()) {
    const raw = line.replace(/\r$/, '')
    if (raw === '' || raw.startsWith('#')) continue
    if (raw.includes('\r')) throw new UnreadableFile('bare-carriage-return', at + 1)
    const found = pattern.exec(raw)
    if (!found) throw new UnreadableFile('no-assignment', at + 1)
    const [, key = '', password = ''] = found
    if (entries.has(key)) continue
    entries.set(key, { key, value: password.replace(/\\(.)/gu, '$1'), kind: 'text', line: at + 1 })
  }
  return { entries: [...entries.values()], unread: [] }
}

const isKey = /^(?:[^:\\\r\n#]|\\.)(?:[^:\\\r\n]|\\.)*(?::(?:[^:\\\r\n]|\\.)*){3}$/

const fieldsPattern = /^((?:[^:\\]|\\.)*):((?:[^:\\]|\\.)*):((?:[^:\\]|\\.)*):((?:[^:\\]|\\.)*)$/

/** Every key whose line would count instead of a line for `key`: each field unchanged, or a star. */
const coveringKeys = (key: string): string[] => {
  const [, host = '', port = '', database = '', user = ''] = fieldsPattern.exec(key) ?? []
  return [port, database, user].reduce(
    (starts, field) => starts.flatMap((start) => [`${start}:${field}`, `${start}:*`]),
    [host, '*'],
  )
}

/** Each line before the first line that covers it. */
const print = (entries: readonly PlainValue[]): string => {
  const ordered: PlainValue[] = []
  const placed = new Map<string, PlainValue>()
  for (const entry of entries) {
    if (!isKey.test(entry.key) || /[\r\n]/.test(entry.value)) refuseValue(entry.key)
    const covering = coveringKeys(entry.key).flatMap((key) => placed.get(key) ?? [])
    const before = Math.min(ordered.length, ...covering.map((line) => ordered.indexOf(line)))
    ordered.splice(before, 0, entry)
    placed.set(entry.key, entry)
  }
  return ordered.map(({ key, value }) => `${key}:${value.replace(/[\\:]/g, '\\$&')}\n`).join('')
}

/** `.pgpass`: passwords of PostgreSQL by host, port, database and user. A change rewrites the file. */
export const pgpass: PlainFormat = { read, print }
