import { splitKey, type RebuiltEntry } from './dialect.ts'
import { UnwritableValue } from './edit.ts'

/** Values under the segments of their keys. */
export interface ValueTree {
  readonly branches: Map<string, ValueTree | RebuiltEntry>
}

export const isTree = (node: ValueTree | RebuiltEntry): node is ValueTree => 'branches' in node

/** Throws UnwritableValue for a key that is a value and has values below it. */
export const valueTree = (entries: readonly RebuiltEntry[]): ValueTree => {
  const root: ValueTree = { branches: new Map() }
  for (const entry of entries) {
    const path = splitKey(entry.key) ?? [entry.key]
    const { branches } = path.slice(0, -1).reduce((tree, name) => branchOf(tree, name, entry.key), root)
    if (branches.has(path.at(-1)!)) throw new UnwritableValue(entry.key)
    branches.set(path.at(-1)!, entry)
  }
  return root
}

const branchOf = ({ branches }: ValueTree, name: string, key: string): ValueTree => {
  const branch = branches.get(name) ?? { branches: new Map() }
  if (!isTree(branch)) throw new UnwritableValue(key)
  branches.set(name, branch)
  return branch
}

/** Numbered children from 0 on make a list. */
export const isList = ({ branches }: ValueTree): boolean =>
  branches.size > 0 && [...branches.keys()].every((name, at) => name === String(at))
