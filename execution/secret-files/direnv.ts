import type { Node } from 'web-tree-sitter'
import type { Dialect, Entry } from './dialect.ts'
import { grammarOf, type Grammar } from './grammar.ts'
import { appendLine, lineAt, lineStart, ownsLines, type Splice, Unreadable, withoutLines } from './text.ts'

/** Assignments at the top level without expansion; all else is a program's and is left alone. */
const readWith =
  (inBash: Grammar) =>
  (text: string): Entry[] => {
    const carriage = text.indexOf('\r')
    if (carriage !== -1) throw new Unreadable('bare-carriage-return', lineAt(text, carriage))
    return inBash(text, (root) => assignmentsOf(root).flatMap((node) => entryOf(text, node) ?? []))
  }

const assignmentsOf = (root: Node): Node[] =>
  root.children.flatMap((node) => {
    if (node.type === 'variable_assignment') return [node]
    const isExport = node.type === 'declaration_command' && node.child(0)?.type === 'export'
    return isExport ? node.children.filter((child) => child.type === 'variable_assignment') : []
  })

const entryOf = (text: string, node: Node): Entry | undefined => {
  const [name, sign, value] = node.children
  if (name?.type !== 'variable_name' || sign?.text !== '=') return undefined
  const start = sign.endIndex
  const end = value?.endIndex ?? start
  const read = value ? literalOf(value, text.slice(start, end)) : ''
  return read === undefined ? undefined : { key: name.text, value: read, kind: 'text', start, end }
}

/** The value of a word or a quoted string that the shell takes as it stands; undefined where it expands any of it. */
const literalOf = (node: Node, source: string): string | undefined => {
  if (node.type === 'raw_string') return source.slice(1, -1)
  if (node.type === 'string') {
    const isPlain = node.children.every((child) => child.type === 'string_content' || child.type === '"')
    return isPlain && !/(?:^|[^\\])(?:\\\\)*[$`]/.test(source.slice(1, -1))
      ? source.slice(1, -1).replace(/\\([\\$`"\n])/g, (_, one: string) => (one === '\n' ? '' : one))
      : undefined
  }
  const isWord = (node.type === 'word' || node.type === 'number') && /^[\w.:/@%+,=\\-][^'"`$~*?[\]{}]*$/.test(source)
  return isWord && source === node.text
    ? source.replace(/\\([^])/g, (_, one: string) => (one === '\n' ? '' : one))
    : undefined
}

const spellings = (value: string): string[] => {
  if (value.includes('\r')) return []
  if (value === '') return ['', "''"]
  return [
    ...(/^[\w.:/@%+,=-]+$/.test(value) ? [value] : []),
    ...(value.includes("'") ? [] : [`'${value}'`]),
    `"${value.replace(/[\\$`"]/g, '\\$&')}"`,
  ]
}

const spell = (value: string, { start }: Entry, text: string): string[] => {
  const quote = /['"]/.exec(text[start] ?? '')?.[0] ?? ''
  return spellings(value).sort((a, b) => Number(b.startsWith(quote)) - Number(a.startsWith(quote)))
}

const add = (key: string, value: string, text: string): Splice[][] =>
  /^[A-Za-z_]\w*$/.test(key) ? spellings(value).map((spelled) => [appendLine(text, `export ${key}=${spelled}`)]) : []

/** The whole command where it is alone on its lines; else the one assignment. */
const remove = ({ key, start, end }: Entry, text: string): Splice[][] => {
  const from = start - key.length - 1
  const command = /(?:^|[ \t;])export[ \t]+$/.exec(text.slice(lineStart(text, from), from))
  const begin = command ? from - command[0].trimStart().length : from
  return [
    ...(ownsLines(text, begin, end, /^[ \t]*(?:#.*)?$/) ? [[withoutLines(text, begin, end)]] : []),
    [{ start: /[ \t]/.test(text[from - 1] ?? '') ? from - 1 : from, end, text: '' }],
  ]
}

export const openDirenv = async (): Promise<Dialect> => {
  const read = readWith(await grammarOf('tree-sitter-bash/tree-sitter-bash.wasm'))
  return { effective: 'last', read, spell, add, remove }
}
