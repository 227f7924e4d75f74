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
import { isNumber } from './spelling.ts'
import { lineAt, refuseBareCarriage, UnreadableFile } from './text.ts'

// `$${` is `${` as text; three of them have no documented meaning, and no pattern here accepts them.
const escapedTemplate = String.raw`\$\$\{|%%\{|\$(?![{$])|%(?![{%])|\$\$(?![{$])|%%(?![{%])`
const plainString = String.raw`"(?:[^"\\\r\n$%]|\\[^\r\n]|${escapedTemplate})*"`
const anyString = String.raw`"(?:[^"\\\r\n$%]|\\[^\r\n]|${escapedTemplate}|[$%]\{[^"{}\r\n]*\})*"`
const heredoc = String.raw`<<([A-Za-z_][\w-]*)\n((?:[^\n]*\n)*?)[ \t]*\1[ \t]*(?=\n|$)`

const syntax: LiteralSyntax = {
  scalar: new RegExp(String.raw`${plainString}|${heredoc}|[\w.+-]+`, 'y'),
  meaning: (source) => meaningOf(source),
  nameOf: (text, at) => nameAt(text, at),
  sign: /[ \t]*[=:](?!=)[ \t]*/y,
  gap: /(?:[ \t\r\n]|#[^\n]*|\/\/[^\n]*)*/y,
  betweenPairs: /[ \t]*(?:,|(?:#[^\n]*|\/\/[^\n]*)?\r?\n)/y,
}

const blank = /[ \t]*(?:(?:#[^\n]*|\/\/[^\n]*)?(?:\r?\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)/y
const nameSign = /[ \t]*([A-Za-z_][\w-]*)[ \t]*=(?!=)[ \t]*/y
const lineEnd = /[ \t]*(?:#[^\n]*|\/\/[^\n]*)?(?:\r?\n|$)/y
const part = new RegExp(
  [
    String.raw`#[^\n]*|\/\/[^\n]*|\/\*[^]*?\*\/|${anyString}`,
    String.raw`<<-?([A-Za-z_][\w-]*)\r?\n(?:[^\n]*\n)*?[ \t]*\1[ \t]*(?=\r?\n|$)`,
    String.raw`(?<open>[[{(])|(?<close>[\]})])|(?<end>\r?\n)|[^"#/\[\]{}()\r\n<]+|\/(?![/*])|<(?!<)`,
  ].join('|'),
  'y',
)

/** Assignments of literals. Other expressions are named with their line; a file that Terraform refuses is refused. */
const read = (text: string) => {
  refuseBareCarriage(text)
  const lineOf = lineCounter(text)
  const entries: PlainEntry[] = []
  const unread: SkippedPlace[] = []
  const names = new Set<string>()
  for (let at = 0; at < text.length;) {
    if (matchAt(blank, text, at)) {
      at = blank.lastIndex
      continue
    }
    const line = lineOf(at)
    const name = matchAt(nameSign, text, at)?.[1]
    if (name === undefined) throw new UnreadableFile('syntax', line)
    if (names.size === names.add(name).size) throw new UnreadableFile('duplicate-key', line)
    const start = nameSign.lastIndex
    const found = readLiteral(text, start, name, syntax, lineOf)
    if (found && matchAt(lineEnd, text, found.end)) {
      entries.push(...found.entries)
      at = lineEnd.lastIndex
    } else {
      unread.push({ rule: 'expression', line, key: name })
      at = afterExpression(text, start)
    }
  }
  return { entries, unread }
}

/** Behind the line end that closes an expression, outside of brackets. */
const afterExpression = (text: string, start: number): number => {
  let depth = 0
  let at = start
  while (at < text.length) {
    const groups = matchAt(part, text, at)?.groups
    if (!groups) throw new UnreadableFile('syntax', lineAt(text, at))
    at = part.lastIndex
    if (groups.open) depth += 1
    if (groups.close) depth -= 1
    if (depth < 0) break
    if (groups.end && depth === 0) return at
  }
  if (depth !== 0) throw new UnreadableFile('syntax', lineAt(text, start))
  return at
}

const bareName = /[A-Za-z_][\w-]*/y
const quotedName = new RegExp(plainString, 'y')

const nameAt = (text: string, at: number) => {
  const bare = matchAt(bareName, text, at)?.[0]
  if (bare !== undefined) return { name: bare, end: bareName.lastIndex }
  const source = matchAt(quotedName, text, at)?.[0]
  const name = source === undefined ? undefined : textOf(source)
  return name === undefined ? undefined : { name, end: quotedName.lastIndex }
}

const meaningOf = (source: string): Scalar | undefined => {
  if (source === 'null') return { value: '', kind: 'null' }
  if (/^(?:true|false)$/.test(source)) return { value: source, kind: 'boolean' }
  if (isNumber(source)) return { value: source, kind: 'number' }
  const value = source.startsWith('<<') ? heredocText(source) : textOf(source)
  return value === undefined ? undefined : { value, kind: 'text' }
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' }
const escape = /\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|([nrt"\\]))|\$\$\{|%%\{/g
const unknownEscape = /\\(?!u[\dA-Fa-f]{4}|U00(?:0[\dA-Fa-f]|10)[\dA-Fa-f]{4}|[nrt"])/

/** The text of a string without interpolations, in Unicode's form C, as Terraform makes it. */
const textOf = (source: string): string | undefined => {
  if (!source.startsWith('"') || unknownEscape.test(source.replaceAll('\\\\', ''))) return undefined
  const value = source.slice(1, -1).replace(escape, (all: string, ...[short, long, one]: (string | undefined)[]) => {
    if (one) return escapes[one]!
    const code = short ?? long
    return code === undefined ? all.slice(1) : String.fromCodePoint(parseInt(code, 16))
  })
  // Terraform takes each half of a surrogate pair separately.
  return /\\[uU](?:0000)?[dD][89A-Fa-f]/.test(source) || !value.isWellFormed() ? undefined : value.normalize('NFC')
}

const heredocText = (source: string): string | undefined => {
  const body = source.slice(source.indexOf('\n') + 1, source.lastIndexOf('\n') + 1)
  return /[$%]\{/.test(body) ? undefined : body.normalize('NFC')
}

const quoted = (value: string): string | undefined =>
  value === value.normalize('NFC')
    ? JSON.stringify(value)
        .replace(/\\[bf]/g, (one) => (one === '\\b' ? '\\u0008' : '\\u000c'))
        .replace(/[$%](?=\{)/g, (one) => one + one)
    : undefined

/** Variables of Terraform (`.tfvars`). A change rewrites the file. */
export const tfvars: PlainFormat = {
  read,
  print: (entries) =>
    printAssignments(entries, {
      name: (name) => (/^[A-Za-z_][\w-]*$/.test(name) ? name : refuseValue(name)),
      quoted,
      words: { true: 'true', false: 'false', null: 'null' },
      sign: ' = ',
    }),
}
