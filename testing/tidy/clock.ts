import ts from 'typescript'
import { lineAt, nodesOf, type Rule } from './source.ts'

const ambient = /^(Date\.now|performance\.now|Math\.random|crypto\.\w+|process\.\w+(\.\w+)?|fetch)$/

/** rules.ts decides only from its arguments. */
export const clock: Rule = (source) => {
  if (!/^domains\/[^/]+\/[^/]+\/rules(\/[^/]+)?(?<!\.test)\.ts$/.test(source.path)) return []
  return nodesOf(source)
    .filter(isAmbient)
    .map((node) => ({
      path: source.path,
      line: lineAt(source, node.getStart(source.tree)),
      wrong: `${node.getText(source.tree)} in rules.ts`,
      instead: 'Take the time, the random value or the answer as a parameter.',
    }))
}

const isAmbient = (node: ts.Node) =>
  (ts.isCallExpression(node) && ambient.test(node.expression.getText())) ||
  (ts.isNewExpression(node) && node.expression.getText() === 'Date' && (node.arguments?.length ?? 0) === 0)
