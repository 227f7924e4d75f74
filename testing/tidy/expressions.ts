import { analyse } from 'scslre'
import ts from 'typescript'
import { isTest } from './imports.ts'
import { lineAt, nodesOf, type Rule } from './source.ts'

interface Expression {
  readonly source: string
  readonly flags: string
}

/**
 * No expression of the product takes time that grows faster than its text. Libraries, and expressions that are put
 * together at run time, are not seen: texts of strangers above 1 KiB are read behind the door of platform/threads.
 */
export const expressions: Rule = (source) =>
  isProduct(source.path)
    ? nodesOf(source).flatMap((node) => {
        const found = literalOf(node)
        const repeated = found && unbounded.test(found.source) ? repeatedBy(found) : undefined
        if (repeated === undefined) return []
        return [
          {
            path: source.path,
            line: lineAt(source, node.getStart(source.tree)),
            wrong: `an expression backtracks over a run of ${JSON.stringify(repeated)} in more than linear time`,
            instead:
              'Let no two quantifiers beside each other match the same, begin a run behind (?<!…), split the text, or use indexOf.',
          },
        ]
      })
    : []

const isProduct = (path: string) =>
  /^(apps|domains|execution|platform|packages\/(?!sdk\/)[^/]+|packages\/sdk\/src)\//.test(path) && !isTest(path)

/** A quantifier that has no upper bound. */
const unbounded = /[*+]|\{\d+,\}/

const literalOf = (node: ts.Node): Expression | undefined => {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/')
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) }
  }
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined
  if (!ts.isIdentifier(node.expression) || node.expression.text !== 'RegExp') return undefined
  const [source, flags] = node.arguments ?? []
  if (!source || !ts.isStringLiteralLike(source)) return undefined
  return { source: source.text, flags: flags && ts.isStringLiteralLike(flags) ? flags.text : '' }
}

/** The backtracking part of an expression, of the first cause that is found. */
const repeatedBy = ({ source, flags }: Expression): string | undefined =>
  analyse({ source, flags }, { maxReports: 1 }).reports[0]?.character.pick
