import ts from 'typescript'
import { hungAfterMs } from '../runner/hang-timeout.ts'
import { lineAt, nodesOf, type Rule } from './source.ts'

const runner = /^(test|it|describe|beforeAll|afterAll|beforeEach|afterEach)\b/

/** No test has a time limit below that of every test: it would judge how fast a busy machine is. */
export const timeLimits: Rule = (source) => {
  if (!source.path.endsWith('.test.ts')) return []
  return nodesOf(source)
    .filter(ts.isCallExpression)
    .flatMap((call) => limitsOf(call, source.tree!))
    .map((limit) => ({
      path: source.path,
      line: lineAt(source, limit.getStart(source.tree)),
      wrong: 'a time limit below that of every test',
      instead: 'Leave it out: what hangs is ended by the limits of vitest.config.ts.',
    }))
}

const limitsOf = (call: ts.CallExpression, tree: ts.SourceFile): readonly ts.Expression[] => {
  const callee = call.expression.getText(tree).replaceAll(/\s/g, '')
  const isRunner = runner.test(callee)
  if (!isRunner && callee !== 'expect.poll') return []
  const longestMs = isRunner ? 2 * hungAfterMs : hungAfterMs
  const last = isRunner ? call.arguments.slice(1).slice(-1) : []
  const options = call.arguments.slice(1).filter(ts.isObjectLiteralExpression)
  return [...last, ...options.flatMap(timeoutIn)].filter(
    (limit) => ts.isNumericLiteral(limit) && Number(limit.text) <= longestMs,
  )
}

const timeoutIn = ({ properties }: ts.ObjectLiteralExpression): readonly ts.Expression[] =>
  properties.flatMap((property) =>
    ts.isPropertyAssignment(property) && ts.isIdentifier(property.name) && property.name.text === 'timeout'
      ? [property.initializer]
      : [],
  )
