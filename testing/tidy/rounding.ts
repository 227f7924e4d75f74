import ts from 'typescript'
import { lineAt, nodesOf, type Rule, type Tree } from './source.ts'

const compared = /\b([a-z_]+) (?:<=|>) now\(\)(?!\s*(?:::|[-+]))/g

/**
 * PostgreSQL rounds the times of `timestamptz(3)` to whole milliseconds, which may be later than the transaction that
 * wrote them. A due time is compared with the time of day in whole milliseconds.
 */
export const rounding: Rule = (source, tree) => {
  if (!source.text.includes(' now()')) return []
  const columns = roundedColumns(tree)
  return nodesOf(source).flatMap((node) => {
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateLiteralToken(node)) return []
    return [...node.text.matchAll(compared)]
      .filter(([, column]) => columns.has(column!))
      .map(([, column]) => ({
        path: source.path,
        line: lineAt(source, node.getStart(source.tree)),
        wrong: `${column} is rounded, and may be half a millisecond later than the time that was written`,
        instead: 'Compare it with `now()::timestamptz(3)`.',
      }))
  })
}

const known = new WeakMap<Tree, ReadonlySet<string>>()

const roundedColumns = (tree: Tree): ReadonlySet<string> => {
  const columns = known.get(tree) ?? readColumns(tree)
  known.set(tree, columns)
  return columns
}

const readColumns = (tree: Tree) => {
  const migrations = [...tree.values()].filter(({ path }) => /^migrations\/.*\.sql$/.test(path))
  const names = migrations.flatMap(({ text }) => [...text.matchAll(/\b([a-z_]+) timestamptz\(3\)/g)])
  return new Set(names.map(([, name]) => name!))
}
