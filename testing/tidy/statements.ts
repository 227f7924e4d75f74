import ts from 'typescript'
import { lineAt, nodesOf, type Rule } from './source.ts'

const allowed = /^platform\/(db|jobs)\/|^(testing|bench)\/|\.test\.ts$/
const sql =
  /^\s*(select\b[\s\S]*(\bfrom\b|\()|insert into \w|update \w+\s+set\b|delete from \w|with \w+[\s\S]*\bas\b[\s\S]*\bselect\b|(create|alter|drop) (table|role|database|index|schema|unique index) |listen \w+$|notify \w+)/

const store = /(^|\/)(store(-[a-z-]+)?|joins)\.ts$/

/**
 * SQL belongs in store.ts, and fragments for other domains in joins.ts; platform/db and platform/jobs have their own,
 * and execution/ has none. A statement names its parameters.
 */
export const statements: Rule = (source, tree) =>
  store.test(source.path) && !source.path.startsWith('execution/') ? numbersOf(source, tree) : misplacedOf(source, tree)

const numbersOf: Rule = (source) =>
  nodesOf(source)
    .filter((node) => (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) && /\$\d/.test(node.text))
    .map((node) => ({
      path: source.path,
      line: lineAt(source, node.getStart(source.tree)),
      wrong: 'a parameter by its number',
      instead: 'Name it, as in :workspace, and pass its value by that name.',
    }))

const misplacedOf: Rule = (source) => {
  if (allowed.test(source.path)) return []
  return nodesOf(source).flatMap((node) => {
    const text = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) ? node.text : ''
    if (!sql.test(text)) return []
    const line = lineAt(source, node.getStart(source.tree))
    return [
      {
        path: source.path,
        line,
        wrong: 'SQL outside store.ts',
        instead: source.path.startsWith('execution/')
          ? 'Let a domain run it, and call that by an interface.'
          : 'Give it a name in this folder’s store.ts and call that.',
      },
    ]
  })
}
