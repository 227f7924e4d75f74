import { joinKey, splitKey, type Dialect, type Entry } from './dialect.ts'
import {
  afterLine,
  appendLine,
  lineEnd,
  lineStart,
  refuseBareCarriage,
  signOf,
  type Splice,
  UnreadableFile,
  withoutLines,
} from './text.ts'

// The blanks that Python's str.strip removes: JavaScript's trim leaves some of it and removes a byte-order mark.
const blank = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const leading = new RegExp(`^${blank}+`)
const blankEnds = new RegExp(`^${blank}|${blank}$`)
const comment = /^[#;]/
const option = /^([^=:]+)[=:]/
const blanksBeforeSign = /(?<![ \t])[ \t]+$/

const strip = (text: string) => {
  const from = leading.exec(text)?.[0].length ?? 0
  let to = text.length
  while (to > from && blankEnds.test(text[to - 1]!)) to -= 1
  return { from, to, text: text.slice(from, to) }
}

/** Reads as Python's configparser does: comments on lines of their own, values over indented lines. */
class Scan {
  readonly entries: Entry[] = []
  /** Each ends behind its last value, or its header. */
  readonly sections: { readonly name: string; end: number }[] = [{ name: '', end: 0 }]
  readonly #text: string
  readonly #seen = new Set<string>()
  #open: (Entry & { readonly indent: number; readonly lines: string[]; lastEnd: number }) | undefined

  constructor(text: string) {
    this.#text = text
    refuseBareCarriage(text)
    for (let at = 0, line = 1; at < text.length; at = afterLine(text, at), line += 1) {
      this.#line(at, line)
    }
    this.#close()
  }

  #line(at: number, number: number) {
    const raw = this.#text.slice(at, afterLine(this.#text, at))
    const { from, to, text } = strip(raw)
    if (comment.test(text)) return
    if (text === '') return void this.#open?.lines.push('')
    if (this.#open && from > this.#open.indent) {
      this.#open.lines.push(text)
      this.#open.lastEnd = at + to
      return
    }
    this.#close()
    const header = /^\[(.+)\]/.exec(text)?.[1]
    if (header !== undefined) return void this.sections.push({ name: header, end: at + to })
    this.#option(at + from, text, from, number)
  }

  #option(at: number, text: string, indent: number, line: number) {
    const found = option.exec(text)
    if (!found) throw new UnreadableFile('no-assignment', line)
    const key = this.#key(found[1]!.replace(blanksBeforeSign, ''), line)
    const after = found[0].length
    const rest = strip(text.slice(after))
    const start = at + after + (rest.text === '' ? 0 : rest.from)
    const end = start + rest.text.length
    this.#open = { key, value: '', kind: 'text', start, end, indent, lines: [rest.text], lastEnd: end }
  }

  #key(name: string, line: number) {
    const section = this.sections.at(-1)!.name
    const id = JSON.stringify([section, name.toLowerCase()])
    if (this.#seen.has(id)) throw new UnreadableFile('duplicate-key', line)
    this.#seen.add(id)
    return joinKey(section === '' ? [name] : [section, name])
  }

  #close() {
    if (!this.#open) return
    const { key, start, lines, lastEnd } = this.#open
    const value = strip(`.${lines.join('\n')}`).text.slice(1)
    this.entries.push({ key, value, kind: 'text', start, end: lastEnd })
    this.sections.at(-1)!.end = lastEnd
    this.#open = undefined
  }
}

/** No value that another reader would cut at a comment, and no line that ends the value or begins one. */
const spelled = (value: string, indent: string, end: string): string | undefined => {
  if (/\r|[ \t][#;]/.test(value)) return undefined
  const [first = '', ...more] = value.split('\n')
  if (blankEnds.test(first) || comment.test(first)) return undefined
  if (more.some((line) => line === '' || blankEnds.test(line) || comment.test(line))) return undefined
  return [first, ...more.map((line) => `${indent}    ${line}`)].join(end)
}

const spell = (value: string, { start }: Entry, text: string): string[] => {
  const indent = /^[ \t]*/.exec(text.slice(lineStart(text, start)))![0]
  const plain = spelled(value, indent, lineEnd(text))
  if (plain === undefined) return []
  return /[=:]/.test(text[start - 1] ?? '') && / [=:]$/.test(text.slice(0, start)) && plain !== ''
    ? [` ${plain}`, plain]
    : [plain]
}

const add = (key: string, value: string, text: string, entries: readonly Entry[]): Splice[][] => {
  const segments = splitKey(key)
  const plain = spelled(value, '', lineEnd(text))
  if (!segments || segments.length > 2 || plain === undefined) return []
  const [name, section = ''] = segments.toReversed()
  const line = `${name}${signOf(text, entries.at(-1), ' = ')}${plain}`.trimEnd()
  const end = lineEnd(text)
  const into = new Scan(text).sections.findLast((one) => one.name === section)
  if (!into) return [[appendLine(text, `${text === '' ? '' : end}[${section}]${end}${line}`)]]
  const at = into.end === 0 ? 0 : afterLine(text, into.end)
  const isOwnLine = at === 0 || text[at - 1] === '\n'
  return [[{ start: at, end: at, text: isOwnLine ? `${line}${end}` : `${end}${line}${end}` }]]
}

/** INI files, as Python’s configparser reads them. */
export const ini: Dialect = {
  effective: 'last',
  read: (text) => new Scan(text).entries,
  spell,
  add,
  remove: ({ start, end }, text) => [[withoutLines(text, start, end)]],
}
