import { Pair, parseLines } from 'dot-properties'
import type { Dialect, Entry } from './dialect.ts'
import { afterLine, appendLine, lineStart, refuseBareCarriage, signOf } from './text.ts'

const read = (text: string): Entry[] => {
  refuseBareCarriage(text)
  return parseLines(text, true).flatMap((node) => {
    if (!(node instanceof Pair)) return []
    const [, , start, end] = node.range as [number, number, number, number]
    const { key, value } = node
    // The library's range runs past a last backslash.
    return [{ key, value, kind: 'text' as const, start, end: Math.min(end, text.length) }]
  })
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f' }

/** All beyond ASCII as \u, so that readers of UTF-8 and of Latin-1 agree. */
const escaped = (text: string) =>
  text
    .replace(/[\\\n\r\t\f]/g, (one) => escapes[one]!)
    .replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

const escapedValue = (value: string) => escaped(value).replace(/^[ =:]/, '\\$&')
const escapedKey = (key: string) => escaped(key).replace(/[ =:#!]/g, '\\$&')

/** A sign is written before a value that had none, as in a line with only a key. */
const spell = (value: string, { start }: Entry, text: string): string[] => {
  const spelled = escapedValue(value)
  return /[=: \t]/.test(text[start - 1] ?? '') ? [spelled, `=${spelled}`] : [`=${spelled}`, spelled]
}

/** The key may begin on another line than its value. */
const keyLine = (text: string, valueStart: number): number => {
  const pair = parseLines(text, true).find(({ range }) => range[2] === valueStart)
  return lineStart(text, pair?.range[0] ?? valueStart)
}

/** Properties files of Java. */
export const properties: Dialect = {
  effective: 'last',
  read,
  spell,
  add: (key, value, text, entries) => [
    [appendLine(text, `${escapedKey(key)}${signOf(text, entries.at(-1), '=')}${escapedValue(value)}`)],
  ],
  remove: ({ start, end }, text) => [[{ start: keyLine(text, start), end: afterLine(text, end), text: '' }]],
}
