import { importsOf } from './imports.ts'
import type { Finding, Rule, Tree } from './source.ts'

/**
 * Files do not import one another in a circle, types included; nor do domains, folders of execution/, nor packages. The shared
 * part of two files belongs in a third.
 */
export const circles: Rule = ({ path }, tree) => {
  const found = findings.get(tree) ?? allFindings(tree)
  findings.set(tree, found)
  return found.filter((finding) => finding.path === path)
}

const findings = new WeakMap<Tree, Finding[]>()

/** The place of the first import of a file, or of a folder, by another. */
type Import = Pick<Finding, 'path' | 'line'>
type Graph = Map<string, Map<string, Import>>

const allFindings = (tree: Tree): Finding[] => {
  const files: Graph = new Map()
  const folders: Graph = new Map()
  for (const source of tree.values()) {
    const targets = importsOf(source).filter(({ target }) => tree.has(target))
    files.set(source.path, new Map(targets.map(({ target, line }) => [target, { path: source.path, line }])))
    const from = folderOf(source.path)
    if (!from) continue
    const known = folders.get(from) ?? new Map<string, Import>()
    folders.set(from, known)
    for (const { target, line } of targets) {
      const other = folderOf(target)
      if (other && other !== from && !known.has(other)) known.set(other, { path: source.path, line })
    }
  }
  return [files, folders].flatMap((graph) =>
    circlesIn(graph).map(([first, ...rest]) => findingOf(graph.get(first!)!.get(rest[0]!)!, rest)),
  )
}

const findingOf = ({ path, line }: Import, rest: readonly string[]): Finding => ({
  path,
  line,
  wrong: `imports itself by way of ${rest.join(' and ')}`,
  instead: 'Move what both need to a file of its own, or give it as a parameter.',
})

/** The domain, the folder of execution/ or the package that a file belongs to. */
const folderOf = (path: string) =>
  path.endsWith('.test.ts')
    ? undefined
    : /^(domains\/[^/]+\/[^/]+|execution\/[^/]+|packages\/[^/]+)(?=\/)/.exec(path)?.[0]

/** One circle through each group of nodes that reach one another, from its first node on. */
const circlesIn = (graph: Graph): string[][] => {
  const done = new Set<string>()
  const found: string[][] = []
  const circling = withoutEnds(graph)
  for (const start of [...circling.keys()].sort()) {
    if (done.has(start)) continue
    const circle = wayBack(circling, start)
    if (!circle) continue
    found.push(circle)
    for (const one of circle) done.add(one)
  }
  return found
}

/** The graph without the nodes that lead to no circle, which are nearly all. */
const withoutEnds = (graph: Graph): Graph => {
  const left = new Map(graph)
  for (let before = Infinity; left.size < before;) {
    before = left.size
    for (const [node, targets] of left) if (![...targets.keys()].some((target) => left.has(target))) left.delete(node)
  }
  return left
}

/** The shortest way from a node to itself. */
const wayBack = (graph: Graph, start: string): string[] | undefined => {
  const before = new Map<string, string>()
  const open = [start]
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    for (const next of graph.get(node)?.keys() ?? []) {
      if (next === start) return wayTo(before, node, start)
      if (before.has(next) || !graph.has(next)) continue
      before.set(next, node)
      open.push(next)
    }
  }
  return undefined
}

const wayTo = (before: ReadonlyMap<string, string>, last: string, start: string) => {
  const way = [last]
  while (way[0] !== start) way.unshift(before.get(way[0]!)!)
  return way
}
