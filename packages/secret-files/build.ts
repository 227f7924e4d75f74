import { stringify as tomlOf } from 'smol-toml'
import { stringify as yamlOf } from 'yaml'
import { type Dialect, type RebuiltEntry, splitKey } from './dialect.ts'
import { isText, UnwritableValue } from './edit.ts'
import type { EditedFormat } from './formats.ts'
import { splice } from './text.ts'
import { isList, isTree, valueTree, type ValueTree } from './value-tree.ts'

/** The text of a new file. Trees are printed by their libraries, lines added one behind the other. */
export const buildText = (format: EditedFormat, dialect: Dialect, entries: readonly RebuiltEntry[]): string => {
  const impossible = entries.find(({ value }) => !isText(value))
  if (impossible) throw new UnwritableValue(impossible.key)
  if (format === 'json') return `${JSON.stringify(treeOf(entries), null, 2)}\n`
  if (format === 'yaml') return yamlOf(treeOf(entries), { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false })
  if (format === 'toml') return tomlOf(treeOf(entries))
  return inGroups(entries).reduce((text, entry) => addedTo(dialect, text, entry), '')
}

/** Keys of a section side by side, since a section is opened once. */
const inGroups = (entries: readonly RebuiltEntry[]): RebuiltEntry[] => {
  const sectionOf = ({ key }: RebuiltEntry) => JSON.stringify(splitKey(key)?.slice(0, -1) ?? [])
  return [...Map.groupBy(entries, sectionOf).values()].flat()
}

const addedTo = (dialect: Dialect, text: string, { key, value }: RebuiltEntry): string => {
  const [way] = dialect.add(key, value, text, [])
  if (!way) throw new UnwritableValue(key)
  return splice(text, way)
}

const treeOf = (entries: readonly RebuiltEntry[]) => plainOf(valueTree(entries)) as Record<string, unknown>

const plainOf = (node: ValueTree | RebuiltEntry): unknown => {
  if (!isTree(node)) return valueOf(node)
  if (isList(node)) return [...node.branches.values()].map(plainOf)
  const plain = Object.create(null) as Record<string, unknown>
  for (const [name, inner] of node.branches) plain[name] = plainOf(inner)
  return plain
}

const valueOf = ({ value, kind }: RebuiltEntry) => {
  if (kind === 'null') return null
  if (kind === 'boolean') return value.toLowerCase() === 'true'
  return kind === 'number' && String(Number(value)) === value ? Number(value) : value
}
