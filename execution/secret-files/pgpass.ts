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

const fieldsOf = (key: string) => key.match(/(?:[^:\\]|\\.)+|(?<=:|^)(?=:|$)/g) ?? []

/** Whether a line for `other` would count in the place of one for `key`. */
const isCoveredBy = (key: string, other: string): boolean => {
  const theirs = fieldsOf(other)
  return fieldsOf(key).every((field, at) => theirs[at] === '*' || theirs[at] === field)
}

/** Each line before the first one that covers it. */
const print = (entries: readonly PlainValue[]): string => {
  const ordered: PlainValue[] = []
  for (const entry of entries) {
    if (!isKey.test(entry.key) || /[\r\n]/.test(entry.value)) refuseValue(entry.key)
    const before = ordered.findIndex(({ key }) => isCoveredBy(entry.key, key))
    ordered.splice(before === -1 ? ordered.length : before, 0, entry)
  }
  return ordered.map(({ key, value }) => `${key}:${value.replace(/[\\:]/g, '\\$&')}\n`).join('')
}

export const pgpass: PlainFormat = { read, print }
