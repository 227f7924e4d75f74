import { parser } from '@lezer/python'
import { joinKey, type Dialect, type Entry, type Kind } from './dialect.ts'
import { bareAs, depthMost } from './spelling.ts'
import { appendLine, lineAt, ownsLines, type Splice, Unreadable, withoutElement, withoutLines } from './text.ts'

type SyntaxNode = ReturnType<typeof parser.parse>['topNode']

interface Found extends Entry {
  readonly ownStart: number
  readonly ownEnd: number
}

interface Own {
  readonly from: number
  readonly to: number
}

/** Module-level `NAME = literal`, and literals in dictionaries and lists; what is computed is left alone. */
const read = (text: string): Found[] => {
  const tree = parser.parse(text)
  tree.iterate({
    enter: ({ type, from }) => {
      if (type.isError) throw new Unreadable('syntax', lineAt(text, from))
    },
  })
  const entries: Found[] = []
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) {
    if (node.name !== 'AssignStatement') continue
    const parts = childrenOf(node).filter(({ name }) => name !== 'TypeDef')
    const [name, sign, value] = parts
    if (parts.length !== 3 || name!.name !== 'VariableName' || text.slice(sign!.from, sign!.to) !== '=') continue
    walk(text, value!, [text.slice(name!.from, name!.to)], node, entries)
  }
  return entries
}

const childrenOf = (node: SyntaxNode): SyntaxNode[] => {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

const walk = (text: string, node: SyntaxNode, path: readonly string[], own: Own, entries: Found[]): void => {
  if (path.length > depthMost) throw new Unreadable('too-deep', lineAt(text, node.from))
  const children = childrenOf(node).filter(({ name }) => name !== 'Comment')
  if (node.name === 'DictionaryExpression') {
    for (let at = 1; at + 2 < children.length; at += 4) {
      const [key, colon, value] = children.slice(at, at + 3)
      const name = key!.name === 'String' && colon!.name === ':' ? stringOf(text.slice(key!.from, key!.to)) : undefined
      if (name === undefined) return
      walk(text, value!, [...path, name], { from: key!.from, to: value!.to }, entries)
    }
  } else if (node.name === 'ArrayExpression') {
    const items = children.filter(({ name }) => !['[', ']', ','].includes(name))
    items.forEach((item, at) => walk(text, item, [...path, String(at)], item, entries))
  } else {
    const { from: start, to: end } = node
    const found = literalOf(node.name, text.slice(start, end))
    if (found) entries.push({ key: joinKey(path), ...found, start, end, ownStart: own.from, ownEnd: own.to })
  }
}

const kinds: Record<string, Kind> = { Number: 'number', Boolean: 'boolean', None: 'null' }

const literalOf = (name: string, source: string): Pick<Entry, 'value' | 'kind'> | undefined => {
  if (name === 'String') {
    const value = stringOf(source)
    return value === undefined ? undefined : { value, kind: 'text' }
  }
  const kind = kinds[name]
  return kind && { value: kind === 'null' ? '' : source, kind }
}

const escapes: Record<string, string> = {
  ...{ '\\': '\\', "'": "'", '"': '"', '\n': '' },
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
}
const escape = /\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|([0-7]{1,3})|(\r\n|[^]))/g

/** The text of a literal; undefined for bytes, names of characters, and escapes that Python refuses. */
const stringOf = (source: string): string | undefined => {
  const found = /^([uUrR]?)('''|"""|'|")([^]*)\2$/.exec(source)
  if (!found) return undefined
  const [, prefix = '', , inside = ''] = found
  const body = inside.replace(/\r\n?/g, '\n')
  if (/r/i.test(prefix)) return body
  if (/\\(?:N|U(?!00(?:0[\dA-Fa-f]|10)))/.test(body.replaceAll('\\\\', ''))) return undefined
  const value = body.replace(escape, (all, ...[x, u, long, octal, one]: (string | undefined)[]) => {
    const hexadecimal = x ?? u ?? long
    if (hexadecimal) return String.fromCodePoint(parseInt(hexadecimal, 16))
    return octal ? String.fromCodePoint(parseInt(octal, 8)) : (escapes[one!] ?? all)
  })
  return value.isWellFormed() ? value : undefined
}

/** In the kind of quote that stands there. */
export const quotedInPython = (value: string, quote: string): string[] => {
  const escaped = JSON.stringify(value)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/[\x7f-\x9f\u2028\u2029\ufeff]/g, hex)
  return [`${quote}${escaped.replaceAll(quote, `\\${quote}`)}${quote}`]
}

const hex = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`

const quoteAt = (text: string, start: number) => /^[uUrR]?(['"])/.exec(text.slice(start, start + 2))?.[1] ?? '"'

const remove = (entry: Entry, text: string): Splice[][] => {
  const { ownStart: start, ownEnd: end } = entry as Found
  if (ownsLines(text, start, end, /^[ \t\r]*,?[ \t\r]*(?:#.*)?$/)) return [[withoutLines(text, start, end)]]
  return withoutElement(text, start, end)
}

export const python: Dialect = {
  effective: 'last',
  read,
  spell: (value, entry, text) => [
    ...bareAs(value, entry).filter((bare) => entry.kind === 'number' && bare !== ''),
    ...(entry.kind === 'boolean' && /^(?:True|False)$/.test(value) ? [value] : []),
    ...quotedInPython(value, quoteAt(text, entry.start)),
  ],
  add: (key, value, text) =>
    /^[A-Za-z_]\w*$/.test(key)
      ? quotedInPython(value, '"').map((spelled) => [appendLine(text, `${key} = ${spelled}`)])
      : [],
  remove,
}
