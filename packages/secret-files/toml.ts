import { parse, TomlError } from 'smol-toml'
import { type AST, parseTOML, ParseError } from 'toml-eslint-parser'
import { joinKey, type Dialect, type Entry, type Kind, splitKey } from './dialect.ts'
import { bareAs, depthMost, doubleQuoted } from './spelling.ts'
import {
  afterLine,
  appendLine,
  lineAt,
  lineEnd,
  lineStart,
  ownsLines,
  type Splice,
  UnreadableFile,
  withoutElement,
  withoutLines,
} from './text.ts'

interface TomlEntry extends Entry {
  readonly pair: AST.TOMLKeyValue
}

const read = (text: string): TomlEntry[] => {
  const values = readValues(text)
  const entries: TomlEntry[] = []
  for (const node of topOf(text).body) {
    if (node.type === 'TOMLKeyValue') walkPair(text, node, [], entries)
    else for (const pair of node.body) walkPair(text, pair, node.resolvedKey.map(String), entries)
  }
  for (const { key, value, kind, start } of entries) {
    if (kind === 'text' && valueAt(values, key) !== value) throw new UnreadableFile('ambiguous', lineAt(text, start))
  }
  return entries
}

const readValues = (text: string): unknown => {
  try {
    return parse(text, { maxDepth: depthMost, integersAsBigInt: 'asNeeded' } as never)
  } catch (error) {
    if (error instanceof TomlError) throw new UnreadableFile('syntax', error.line)
    throw error
  }
}

const topOf = (text: string): AST.TOMLTopLevelTable => {
  try {
    return parseTOML(text).body[0]
  } catch (error) {
    if (error instanceof ParseError) throw new UnreadableFile('syntax', error.lineNumber)
    throw error
  }
}

const nameOf = (key: AST.TOMLBare | AST.TOMLQuoted) => (key.type === 'TOMLBare' ? key.name : key.value)

const walkPair = (text: string, pair: AST.TOMLKeyValue, above: readonly string[], entries: TomlEntry[]): void =>
  walk(text, pair.value, [...above, ...pair.key.keys.map(nameOf)], pair, entries)

const walk = (
  text: string,
  node: AST.TOMLContentNode,
  path: readonly string[],
  pair: AST.TOMLKeyValue,
  entries: TomlEntry[],
): void => {
  if (path.length > depthMost) throw new UnreadableFile('too-deep', lineAt(text, node.range[0]))
  if (node.type === 'TOMLInlineTable') {
    for (const inner of node.body) walkPair(text, inner, path, entries)
  } else if (node.type === 'TOMLArray') {
    node.elements.forEach((element, at) => walk(text, element, [...path, String(at)], pair, entries))
  } else {
    const [start, end] = node.range
    const kind = kindOf(node)
    const value = kind === 'text' ? String(node.value) : text.slice(start, end)
    entries.push({ key: joinKey(path), value, kind, start, end, pair })
  }
}

const kindOf = ({ kind }: AST.TOMLValue): Kind => {
  if (kind === 'string') return 'text'
  if (kind === 'boolean') return 'boolean'
  return kind === 'integer' || kind === 'float' ? 'number' : 'date'
}

const valueAt = (values: unknown, key: string): unknown =>
  splitKey(key)?.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as never)[name] : undefined),
    values,
  )

const spellings = (value: string): string[] => [doubleQuoted(value)]

const spell = (value: string, entry: Entry, text: string): string[] => [
  ...bareAs(value, entry),
  ...(text[entry.start] === "'" && !/['\p{Cc}]/u.test(value) ? [`'${value}'`] : []),
  ...spellings(value),
]

const keyText = (name: string) => (/^[\w-]+$/.test(name) ? name : doubleQuoted(name))

const add = (key: string, value: string, text: string): Splice[][] => {
  const path = splitKey(key)
  if (!path) return []
  const top = topOf(text)
  const name = keyText(path.at(-1)!)
  const above = path.slice(0, -1)
  const end = lineEnd(text)
  const table = top.body.find(
    (node): node is AST.TOMLTable =>
      node.type === 'TOMLTable' && node.resolvedKey.map(String).join('\0') === above.join('\0'),
  )
  const pairs = table ? table.body : above.length === 0 ? top.body.filter((node) => node.type === 'TOMLKeyValue') : []
  const before = pairs.at(-1)?.range[1] ?? table?.key.range[1]
  return spellings(value).map((spelled) => {
    const line = `${name} = ${spelled}`
    if (before !== undefined) return behindLine(text, before, line)
    if (above.length === 0) return [{ start: 0, end: 0, text: `${line}${end}` }]
    const gap = text.trim() === '' ? '' : end
    return [appendLine(text, `${gap}[${above.map(keyText).join('.')}]${end}${line}`)]
  })
}

const behindLine = (text: string, offset: number, line: string): Splice[] => {
  const at = afterLine(text, offset)
  const end = lineEnd(text)
  const indent = /^[ \t]*/.exec(text.slice(lineStart(text, offset)))![0]
  return [
    { start: at, end: at, text: text[at - 1] === '\n' ? `${indent}${line}${end}` : `${end}${indent}${line}${end}` },
  ]
}

const remove = (entry: Entry, text: string): Splice[][] => {
  const { pair } = entry as TomlEntry
  const [start, end] = pair.range
  if (ownsLines(text, start, end, /^[ \t\r]*(?:#.*)?$/)) return [[withoutLines(text, start, end)]]
  return withoutElement(text, start, end)
}

/** TOML. The key of a value is its path. */
export const toml: Dialect = { effective: 'last', read, spell, add, remove }
