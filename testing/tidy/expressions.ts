import { analyse } from 'scslre'
import ts from 'typescript'
import { servedBy } from './outside-bytes.ts'
import { lineAt, nodesOf, readOnce, type Rule } from './source.ts'

interface Expression {
  readonly source: string
  readonly flags: string
  readonly line: number
}

/**
 * No expression of the program that serves takes time that grows faster than its text. Libraries, and expressions that
 * are put together at run time, are not seen: texts of strangers above 1 KiB are read behind the door of platform/threads.
 */
export const expressions: Rule = (source, tree) => {
  const found = expressionsIn(source)
  if (found.length === 0 || !servedBy(tree).has(source.path)) return []
  return found.flatMap((one) => {
    const repeated = repeatedBy(one)
    if (repeated === undefined) return []
    return [
      {
        path: source.path,
        line: one.line,
        wrong: `an expression backtracks over a run of ${JSON.stringify(repeated)} in more than linear time`,
        instead: 'Give its quantifiers an upper bound, such as {0,99}, or split the text, or use indexOf.',
      },
    ]
  })
}

const unbounded = /[*+]|\{\d+,\}/

/** The expressions with a quantifier that has no upper bound. */
export const expressionsIn = readOnce((source): readonly Expression[] =>
  nodesOf(source).flatMap((node) => {
    const found = literalOf(node)
    return found && unbounded.test(found.source) ? [{ ...found, line: lineAt(source, node.getStart(source.tree)) }] : []
  }),
)

const literalOf = (node: ts.Node): Pick<Expression, 'source' | 'flags'> | undefined => {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/')
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) }
  }
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'RegExp')
    return undefined
  const [source, flags] = node.arguments ?? []
  if (!source || !ts.isStringLiteralLike(source)) return undefined
  return { source: source.text, flags: flags && ts.isStringLiteralLike(flags) ? flags.text : '' }
}

/** What an expression backtracks over, of the first cause that is found. */
const repeatedBy = ({ source, flags }: Expression): string | undefined =>
  analyse({ source, flags }, { maxReports: 1 }).reports[0]?.character.pick
