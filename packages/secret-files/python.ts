import { printAssignments } from './print-assignments.ts'
import { type LiteralSyntax, readLiteral, type Scalar } from './literals.ts'
import {
  refuseValue,
  lineCounter,
  matchAt,
  type PlainEntry,
  type PlainFormat,
  type SkippedPlace,
} from './plain-format.ts'
import { type Statement, statementAt, pythonString } from './python-statements.ts'
import { doubleQuoted, isNumber } from './spelling.ts'
import { refuseBareCarriage, UnreadableFile } from './text.ts'

const syntax: LiteralSyntax = {
  scalar: new RegExp(String.raw`${pythonString}|[\w.+-]+`, 'y'),
  meaning: (source) => meaningOf(source),
  nameOf: (text, at) => nameAt(text, at),
  sign: /[ \t]*:(?!=)[ \t]*/y,
  gap: /(?:[ \t\r\n]|#[^\n]*)*/y,
  betweenPairs: /(?:[ \t\r\n]|#[^\n]*\n)*,/y,
}

const blank = /[ \t\f]*(?:#[^\n]*)?(?:\r?\n|$)/y
const nameSign = /([A-Za-z_]\w*)(?:[ \t]*:[ \t]*[\w.[\]](?:[\w.[\], |]*[\w\]])?)?[ \t]*=(?!=)[ \t]*/y
const lineEnd = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y
const otherEncoding = /^(?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*(?!utf-?8\b)[-\w.]+/i

/** Calls that can set any name of a module, from anywhere. */
const reachesAll = new Set(
  'globals locals vars exec eval setattr delattr modules import_module __dict__ __import__ __builtins__'.split(' '),
)

/** Words that Python refuses as names: `else: A = "b"` looks like a name with a type. */
const keywords = new Set(
  [
    'False None True __debug__ and as assert async await break class continue def del elif else except finally',
    'for from global if import in is lambda nonlocal not or pass raise return try while with yield',
  ]
    .join(' ')
    .split(' '),
)

/** Literals assigned at the top of a module, unless other code mentions the name and may change its value. */
const read = (text: string) => {
  refuseBareCarriage(text)
  if (otherEncoding.test(text)) throw new UnreadableFile('not-utf-8', 1)
  const module = new Module()
  const lineOf = lineCounter(text)
  for (let at = 0; at < text.length;) {
    if (matchAt(blank, text, at)) {
      at = blank.lastIndex
      continue
    }
    const line = lineOf(at)
    const word = matchAt(nameSign, text, at)?.[1]
    const name = word !== undefined && keywords.has(word) ? undefined : word
    const start = nameSign.lastIndex
    const found = name === undefined ? undefined : readLiteral(text, start, name, syntax, lineOf)
    if (name !== undefined && found && matchAt(lineEnd, text, found.end)) {
      module.literal(name, line, found.entries)
      at = lineEnd.lastIndex
    } else {
      const statement = statementAt(text, at)
      if (name !== undefined && !statement.assignsMore) module.expression(name, line, statement)
      else module.code(line, statement)
      at = statement.end
    }
  }
  return module.contents()
}

class Module {
  /** Without entries for other values than literals. */
  readonly #assigned = new Map<string, { readonly line: number; readonly entries?: readonly PlainEntry[] }>()
  readonly #unread: SkippedPlace[] = []
  readonly #mentioned = new Set<string>()
  readonly #assignedSinceImport = new Set<string>()
  readonly #used = new Set<string>()
  #isInCode = false

  literal(name: string, line: number, entries: readonly PlainEntry[]) {
    this.#isInCode = false
    this.#assigned.set(name, { line, entries })
    this.#assignedSinceImport.add(name)
  }

  /** It reads other names, and may change the content of a list or a table. */
  expression(name: string, line: number, { words }: Statement) {
    for (const word of words) {
      if (reachesAll.has(word)) throw new UnreadableFile('code', line)
      if (word !== name) this.#used.add(word)
    }
    this.#isInCode = false
    this.#assigned.set(name, { line })
    this.#assignedSinceImport.add(name)
  }

  code(line: number, { words, importsAll }: Statement) {
    for (const word of words) {
      if (reachesAll.has(word)) throw new UnreadableFile('code', line)
      this.#mentioned.add(word)
    }
    if (words.size === 0) return
    // Lines of code that follow one another are named once.
    if (!this.#isInCode) this.#unread.push({ rule: 'code', line })
    this.#isInCode = true
    if (!importsAll) return
    for (const name of this.#assignedSinceImport) this.#mentioned.add(name)
    this.#assignedSinceImport.clear()
  }

  contents() {
    const entries: PlainEntry[] = []
    const unread = [...this.#unread]
    for (const [key, { line, entries: values }] of this.#assigned) {
      const isTable = values !== undefined && (values.length > 1 || values[0]!.key !== key)
      if (!values) unread.push({ rule: 'expression', line, key })
      else if (this.#mentioned.has(key) || (isTable && this.#used.has(key))) {
        unread.push({ rule: 'changed-elsewhere', line, key })
      } else entries.push(...values)
    }
    return { entries, unread: unread.sort((a, b) => a.line - b.line) }
  }
}

const quotedName = new RegExp(pythonString, 'y')

const nameAt = (text: string, at: number) => {
  const source = matchAt(quotedName, text, at)?.[0]
  const name = source === undefined ? undefined : textOf(source)
  return name === undefined ? undefined : { name, end: quotedName.lastIndex }
}

const meaningOf = (source: string): Scalar | undefined => {
  if (source === 'None') return { value: '', kind: 'null' }
  if (source === 'True' || source === 'False') return { value: source, kind: 'boolean' }
  if (isNumber(source)) return { value: source, kind: 'number' }
  const value = textOf(source)
  return value === undefined ? undefined : { value, kind: 'text' }
}

const escapes: Record<string, string> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
const escape = /\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|([0-7]{1,3})|(\r\n|[^]))/g
const refusedEscape = /\\(?:N|x(?![\dA-Fa-f]{2})|u(?![\dA-Fa-f]{4})|U(?!00(?:0[\dA-Fa-f]|10)[\dA-Fa-f]{4}))/

/** The text of a string; undefined for bytes, formats, names of characters, and escapes that Python refuses. */
const textOf = (source: string): string | undefined => {
  const found = /^([uUrR]?)('''|"""|'|")([^]*)\2$/.exec(source)
  if (!found) return undefined
  const [, prefix = '', , inside = ''] = found
  const body = inside.replace(/\r\n?/g, '\n')
  if (/r/i.test(prefix)) return body
  if (refusedEscape.test(body.replaceAll('\\\\', ''))) return undefined
  const value = body.replace(escape, (all, ...[x, u, long, octal, one]: (string | undefined)[]) => {
    const hexadecimal = x ?? u ?? long
    if (hexadecimal) return String.fromCodePoint(parseInt(hexadecimal, 16))
    return octal ? String.fromCodePoint(parseInt(octal, 8)) : (escapes[one!] ?? all)
  })
  // Python does not join two halves of a pair of surrogates.
  return /\\(?:u|U0000)[dD][89A-Fa-f]/.test(body) || !value.isWellFormed() ? undefined : value
}

const isWritableName = (name: string) => /^[A-Za-z_]\w*$/.test(name) && !reachesAll.has(name) && !keywords.has(name)

/** A module of Python with settings: assignments of literals. A change rewrites the file. */
export const python: PlainFormat = {
  read,
  print: (entries) =>
    printAssignments(entries, {
      name: (name) => (isWritableName(name) ? name : refuseValue(name)),
      quoted: doubleQuoted,
      words: { true: 'True', false: 'False', null: 'None' },
      sign: ': ',
    }),
}
