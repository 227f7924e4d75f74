import type { Node } from 'web-tree-sitter'
import { joinKey, type Dialect, type Entry } from './dialect.ts'
import { grammarOf, type Grammar } from './grammar.ts'
import { bareAs, depthMost } from './spelling.ts'
import { appendLine, lineAt, ownsLines, type Splice, Unreadable, withoutElement, withoutLines } from './text.ts'

interface Found extends Entry {
  /** Of the whole assignment that it stands in. */
  readonly ownStart: number
  readonly ownEnd: number
}

const readWith =
  (inHcl: Grammar) =>
  (text: string): Found[] => {
    const carriage = text.search(/\r(?!\n)/)
    if (carriage !== -1) throw new Unreadable('bare-carriage-return', lineAt(text, carriage))
    return inHcl(text, (root) => {
      const walk = new Walk(text)
      const body = root.children.find((child) => child.type === 'body')
      for (const node of body?.children ?? []) walk.attribute(node)
      return walk.entries
    })
  }

class Walk {
  readonly entries: Found[] = []
  readonly #text: string
  readonly #seen = new Set<string>()

  constructor(text: string) {
    this.#text = text
  }

  attribute(node: Node) {
    if (node.type === 'block') throw new Unreadable('syntax', lineAt(this.#text, node.startIndex))
    if (node.type !== 'attribute') return
    this.#pair(
      node,
      [node.child(0)!.text],
      node.children.find((child) => child.type === 'expression')!,
    )
  }

  #pair(own: Node, path: readonly string[], value: Node) {
    const key = JSON.stringify(path)
    if (this.#seen.size === this.#seen.add(key).size) {
      throw new Unreadable('duplicate-key', lineAt(this.#text, own.startIndex))
    }
    this.#value(own, path, value)
  }

  #value(own: Node, path: readonly string[], expression: Node): void {
    if (path.length > depthMost) throw new Unreadable('too-deep', lineAt(this.#text, own.startIndex))
    const inner = expression.namedChild(0)
    const collection = inner?.type === 'collection_value' ? inner.namedChild(0) : undefined
    if (collection?.type === 'tuple') {
      const items = collection.children.filter((child) => child.type === 'expression')
      items.forEach((item, at) => this.#value(own, [...path, String(at)], item))
    } else if (collection?.type === 'object') {
      for (const element of collection.children) {
        if (element.type !== 'object_elem') continue
        const [key, value] = element.children.filter((child) => child.type === 'expression')
        const name = nameOf(key!)
        if (name !== undefined) this.#pair(element, [...path, name], value!)
      }
    } else {
      this.#literal(own, path, expression)
    }
  }

  #literal(own: Node, path: readonly string[], { startIndex: start, endIndex: end }: Node) {
    const source = this.#text.slice(start, end)
    const found = literalOf(source)
    if (!found) return
    this.entries.push({ key: joinKey(path), ...found, start, end, ownStart: own.startIndex, ownEnd: own.endIndex })
  }
}

const nameOf = (expression: Node): string | undefined => {
  const source = expression.text
  return /^[\w-]+$/.test(source) ? source : quotedText(source)
}

/** What Terraform reads here; undefined for what is no plain value. Strings are in Unicode's form C, as it makes them. */
const literalOf = (source: string): Pick<Entry, 'value' | 'kind'> | undefined => {
  if (source === 'null') return { value: '', kind: 'null' }
  if (/^(?:true|false)$/.test(source)) return { value: source, kind: 'boolean' }
  if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(source)) return { value: source, kind: 'number' }
  const text = source.startsWith('<<') ? heredocText(source) : quotedText(source)
  return text === undefined ? undefined : { value: text.normalize('NFC'), kind: 'text' }
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' }
const escape = /\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|([nrt"\\]))|\$\$\{|%%\{/g

const quotedText = (source: string): string | undefined => {
  const inside = /^"((?:[^"\\\r\n]|\\[^\r\n])*)"$/.exec(source)?.[1]
  if (inside === undefined || isTemplate(inside) || /\\[^nrt"\\uU]/.test(inside.replaceAll('\\\\', '')))
    return undefined
  return inside.replace(escape, (all: string, ...[short, long, one]: (string | undefined)[]) => {
    if (one) return escapes[one]!
    const code = parseInt(short ?? long ?? '', 16)
    return Number.isNaN(code) || code > 0x10ffff ? all.slice(1) : String.fromCodePoint(code)
  })
}

const isTemplate = (text: string) => /[$%]\{/.test(text.replace(/\$\$\{|%%\{/g, ''))

const heredocText = (source: string): string | undefined => {
  const found = /^<<(-?)([\w-]+)\r?\n([^]*?)[ \t]*\2\s*$/.exec(source)
  if (!found || isTemplate(found[3]!)) return undefined
  const body = found[3]!.replace(/\$\$\{|%%\{/g, (escaped) => escaped.slice(1))
  if (found[1] === '') return body
  const indents = body
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => /^ */.exec(line)![0].length)
  const common = Math.min(...indents, Infinity)
  return Number.isFinite(common) ? body.replace(new RegExp(`^ {0,${common}}`, 'gm'), '') : body
}

export const quotedInHcl = (value: string): string[] => {
  if (value !== value.normalize('NFC')) return []
  const escaped = JSON.stringify(value)
    .replace(/\\[bf]/g, (one) => (one === '\\b' ? '\\u0008' : '\\u000c'))
    .replace(/[$%](?=\{)/g, (one) => one + one)
  return [escaped]
}

/** A heredoc ends with its line. */
const spell = (value: string, entry: Entry, text: string): string[] => {
  const after = /\r?\n$/.exec(text.slice(entry.start, entry.end))?.[0] ?? ''
  return [...bareAs(value, entry), ...quotedInHcl(value)].map((spelled) => spelled + after)
}

const remove = (entry: Entry, text: string): Splice[][] => {
  const { ownStart: start, ownEnd } = entry as Found
  const end = text.slice(start, ownEnd).endsWith('\n') ? ownEnd - 1 : ownEnd
  if (ownsLines(text, start, end, /^[ \t\r]*,?[ \t\r]*(?:(?:#|\/\/).*)?$/)) return [[withoutLines(text, start, end)]]
  return withoutElement(text, start, end)
}

export const openTfvars = async (): Promise<Dialect> => ({
  effective: 'last',
  read: readWith(await grammarOf('@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm')),
  spell,
  add: (key, value, text) =>
    /^[A-Za-z_][\w-]*$/.test(key) ? quotedInHcl(value).map((spelled) => [appendLine(text, `${key} = ${spelled}`)]) : [],
  remove,
})
