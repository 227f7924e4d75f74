import ts from 'typescript'
import { hungAfterMs } from '../runner/hang-timeout.ts'
import { lineAt, nodesOf, type Rule } from './source.ts'

const runner = /^(test|it|describe|beforeAll|afterAll|beforeEach|afterEach)\b/

/**
 * No test has a time limit below that of every test, and none expects something of the time that passed: it would judge
 * how fast a busy machine is.
 */
export const timeLimits: Rule = (source) => {
  if (!source.path.endsWith('.test.ts')) return []
  const calls = nodesOf(source).filter(ts.isCallExpression)
  const limits = calls.flatMap((call) => limitsOf(call, source.tree!))
  const clocks = calls.filter((call) => isExpectedClock(call, source.tree!))
  const found = (node: ts.Node, wrong: string, instead: string) => ({
    path: source.path,
    line: lineAt(source, node.getStart(source.tree)),
    wrong,
    instead,
  })
  return [
    ...limits.map((limit) =>
      found(
        limit,
        'a time limit below that of every test',
        'Leave it out: what hangs is ended by the limits of vitest.config.ts.',
      ),
    ),
    ...clocks.map((clock) =>
      found(clock, 'expects something of the clock', 'Measure the processor: cpuTime() of testing/runner/costs.ts.'),
    ),
  ]
}

const isExpectedClock = (call: ts.CallExpression, tree: ts.SourceFile) =>
  call.expression.getText(tree) === 'expect' &&
  call.arguments.some((one) => one.getText(tree).includes('performance.now('))

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
