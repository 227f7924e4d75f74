import { stringify as tomlOf } from 'smol-toml'
import { stringify as yamlOf } from 'yaml'
import { type Dialect, type RebuiltEntry, splitKey } from './dialect.ts'
import { isText, Unwritable } from './edit.ts'
import type { Format } from './formats.ts'
import { splice } from './text.ts'

/** The text of a new file. Trees are printed by their libraries, lines added one behind the other. */
export const buildText = async (
  format: Format,
  dialect: Dialect,
  entries: readonly RebuiltEntry[],
): Promise<string> => {
  const impossible = entries.find(({ value }) => !isText(value))
  if (impossible) throw new Unwritable(impossible.key)
  if (format === 'json') return `${JSON.stringify(treeOf(entries), null, 2)}\n`
  if (format === 'yaml') return yamlOf(treeOf(entries), { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false })
  if (format === 'toml') return tomlOf(treeOf(entries))
  if (format === 'tfvars' || format === 'python') return assignments(format, await printerOf(format), treeOf(entries))
  if (format === 'xml') throw new Unwritable(entries[0]?.key ?? '')
  return inGroups(entries).reduce((text, entry) => addedTo(dialect, text, entry), '')
}

type Printer = (value: unknown, indent: string) => string

/** Loaded when needed: a grammar comes along. */
const printerOf = async (format: 'tfvars' | 'python'): Promise<Printer> => {
  const isHcl = format === 'tfvars'
  const { quotedInHcl } = isHcl ? await import('./tfvars.ts') : { quotedInHcl: undefined }
  const { quotedInPython } = isHcl ? { quotedInPython: undefined } : await import('./python.ts')
  const quoted = (text: string) => quotedInHcl?.(text)[0] ?? quotedInPython?.(text, '"')[0]
  const words = isHcl ? ['true', 'false', 'null', ' ='] : ['True', 'False', 'None', ':']
  const print: Printer = (value, indent) => {
    if (typeof value === 'string') return quoted(value) ?? fail(value)
    if (value === null || typeof value === 'boolean') return words[value === null ? 2 : value ? 0 : 1]!
    if (typeof value === 'number') return String(value)
    const inner = `${indent}  `
    if (Array.isArray(value)) return `[\n${value.map((one) => `${inner}${print(one, inner)},\n`).join('')}${indent}]`
    const pairs = Object.entries(value as object)
    return `{\n${pairs.map(([name, one]) => `${inner}${quoted(name)}${words[3]} ${print(one, inner)},\n`).join('')}${indent}}`
  }
  return print
}

const fail = (key: string): never => {
  throw new Unwritable(key)
}

const assignments = (format: Format, print: Printer, tree: Record<string, unknown>): string =>
  Object.entries(tree)
    .map(([name, value]) => {
      const isName = format === 'python' ? /^[A-Za-z_]\w*$/.test(name) : /^[A-Za-z_][\w-]*$/.test(name)
      return `${isName ? name : fail(name)} = ${print(value, '')}\n`
    })
    .join('')

/** Keys of one section side by side, since a section is opened once. */
const inGroups = (entries: readonly RebuiltEntry[]): RebuiltEntry[] => {
  const groups = new Map<string, RebuiltEntry[]>()
  for (const entry of entries) {
    const section = JSON.stringify(splitKey(entry.key)?.slice(0, -1) ?? [])
    groups.set(section, [...(groups.get(section) ?? []), entry])
  }
  return [...groups.values()].flat()
}

const addedTo = (dialect: Dialect, text: string, { key, value }: RebuiltEntry): string => {
  const [way] = dialect.add(key, value, text, [])
  if (!way) throw new Unwritable(key)
  return splice(text, way)
}

type Tree = Map<string, Tree | string | number | boolean | null>

/** Nested by the segments of the keys; numbered children from 0 on make a list. */
const treeOf = (entries: readonly RebuiltEntry[]): Record<string, unknown> => {
  const root: Tree = new Map()
  for (const { key, value, kind } of entries) {
    const path = splitKey(key) ?? [key]
    const at = path.slice(0, -1).reduce((tree, name) => branchOf(tree, name, key), root)
    if (at.get(path.at(-1)!) instanceof Map) throw new Unwritable(key)
    at.set(path.at(-1)!, valueOf(value, kind))
  }
  return plainOf(root) as Record<string, unknown>
}

const branchOf = (tree: Tree, name: string, key: string): Tree => {
  const branch = tree.get(name) ?? (new Map() as Tree)
  if (!(branch instanceof Map)) throw new Unwritable(key)
  tree.set(name, branch)
  return branch
}

const valueOf = (value: string, kind: RebuiltEntry['kind']) => {
  if (kind === 'null') return null
  if (kind === 'boolean') return value.toLowerCase() === 'true'
  return kind === 'number' && String(Number(value)) === value ? Number(value) : value
}

const plainOf = (tree: Tree | string | number | boolean | null): unknown => {
  if (!(tree instanceof Map)) return tree
  const isList = tree.size > 0 && [...tree.keys()].every((name, at) => name === String(at))
  if (isList) return [...tree.values()].map(plainOf)
  const plain = Object.create(null) as Record<string, unknown>
  for (const [name, inner] of tree) plain[name] = plainOf(inner)
  return plain
}
