import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { joinKey, type Dialect, type Entry, type Kind, splitKey } from './dialect.ts'
import { bareAs, depthMost, nested } from './spelling.ts'
import { appendLine, lineAt, lineEnd, lineStart, type Splice, UnreadableFile } from './text.ts'

// The library's token kinds are a constant enum, which a module of this kind cannot name.
const opening = [1, 3]
const closing = [2, 4]
const endOfFile = 17

interface JsonEntry extends Entry {
  readonly node: Node
}

const read = (text: string): JsonEntry[] => {
  const root = rootOf(text)
  const entries: JsonEntry[] = []
  if (root) walk(text, root, [], entries)
  return entries
}

/** The parser is recursive, so that the depth is looked at before. */
const rootOf = (text: string): Node | undefined => {
  if (text.trim() === '') return undefined
  const scanner = createScanner(text)
  for (let depth = 0, token = scanner.scan(); token !== endOfFile; token = scanner.scan()) {
    if (opening.includes(token)) depth += 1
    if (closing.includes(token)) depth -= 1
    if (depth > depthMost) throw new UnreadableFile('too-deep', lineAt(text, scanner.getTokenOffset()))
  }
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error || !root) throw new UnreadableFile(ruleOf(error), error ? lineAt(text, error.offset) : 1)
  return root
}

const ruleOf = (error: ParseError | undefined) =>
  error && printParseErrorCode(error.error).startsWith('UnexpectedEnd') ? 'unterminated-quote' : 'syntax'

const walk = (text: string, node: Node, path: readonly string[], entries: JsonEntry[]): void => {
  if (node.type === 'object') {
    const seen = new Set<string>()
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? []
      const name = String(key!.value)
      if (seen.size === seen.add(name).size) throw new UnreadableFile('duplicate-key', lineAt(text, property.offset))
      walk(text, value!, [...path, name], entries)
    }
  } else if (node.type === 'array') {
    node.children?.forEach((child, at) => walk(text, child, [...path, String(at)], entries))
  } else {
    const { offset: start, length } = node
    const raw = text.slice(start, start + length)
    const kind: Kind = node.type === 'string' ? 'text' : (node.type as Kind)
    const value = kind === 'text' ? String(node.value) : kind === 'null' ? '' : raw
    entries.push({ key: joinKey(path), value, kind, start, end: start + length, node })
  }
}

const add = (key: string, value: string, text: string): Splice[][] => {
  const path = splitKey(key)
  if (!path) return []
  const root = rootOf(text)
  if (!root) return [[appendLine(text, JSON.stringify(nested(path, value), null, 2).replaceAll('\n', lineEnd(text)))]]
  let at = root
  let depth = 0
  for (let next = childOf(at, path[0]!); next && depth < path.length - 1; next = childOf(at, path[depth]!)) {
    at = next
    depth += 1
  }
  const [name = '', ...rest] = path.slice(depth)
  const content = JSON.stringify(rest.length === 0 ? value : nested(rest, value))
  if (at.type === 'array') return name === String(at.children?.length ?? 0) ? [insertInto(text, at, content)] : []
  return at.type === 'object' ? [insertInto(text, at, `${JSON.stringify(name)}${signOf(text, at)}${content}`)] : []
}

const childOf = (node: Node, name: string): Node | undefined => {
  if (node.type === 'array') return node.children?.[Number(name)]
  return node.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1]
}

const signOf = (text: string, { children }: Node): string => {
  const [key, value] = children?.at(-1)?.children ?? []
  return key && value ? text.slice(key.offset + key.length, value.offset) : ': '
}

/** Behind the last child, set off from the text before in its way. */
const insertInto = (text: string, { offset, length, children = [] }: Node, content: string): Splice[] => {
  const last = children.at(-1)
  if (!last) {
    const indent = /^[ \t]*/.exec(text.slice(lineStart(text, offset)))![0]
    const end = lineEnd(text)
    const isRoot = offset === text.search(/\S/)
    const inner = isRoot ? `${end}${indent}  ${content}${end}${indent}` : ` ${content} `
    return [{ start: offset + 1, end: offset + length - 1, text: inner }]
  }
  const before = text.slice(0, last.offset)
  const gap = before.slice(before.trimEnd().length)
  const at = last.offset + last.length
  return [{ start: at, end: at, text: `,${gap}${content}` }]
}

const remove = (entry: Entry, text: string): Splice[][] => {
  const node = read(text).find(({ start }) => start === entry.start)!.node
  const own = node.parent?.type === 'property' ? node.parent : node
  const siblings = own.parent?.children ?? []
  const at = siblings.indexOf(own)
  const end = own.offset + own.length
  const before = siblings[at - 1]
  const after = siblings[at + 1]
  if (after) return [[{ start: own.offset, end: after.offset, text: '' }]]
  if (before) return [[{ start: before.offset + before.length, end, text: '' }]]
  return [[{ start: own.offset, end, text: '' }]]
}

/** JSON, which may have comments and last commas. The key of a value is its path. */
export const json: Dialect = {
  effective: 'last',
  read,
  spell: (value, entry) => [...bareAs(value, entry), JSON.stringify(value)],
  add,
  remove,
}
