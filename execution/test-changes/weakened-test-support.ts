import type { Change, Finding, Side } from './change.ts'
import { programOf } from './syntax/find-traces.ts'
import { isFunction } from './syntax/names.ts'
import { childOf, walk, type SyntaxNode } from './syntax/tree.ts'

/** Files of tests without tests of their own, which tests share, that say less than before. */
export const weakenedTestSupport = (change: Change): Finding[] =>
  change.files.flatMap(({ path, before, after }): Finding[] => {
    if (!before?.isTest || !after || before.tests.length > 0) return []
    const was = strictness(before)
    const is = strictness(after)
    const lost = was.find(({ what, count }) => count > (is.find((one) => one.what === what)?.count ?? 0))
    if (!lost) return []
    return [
      {
        kind: 'test_helper_weakened',
        level: 'ask',
        path,
        line: 1,
        reason: `${path}, which supports tests, has fewer ${lost.what} than before: ${lost.count} before the change, ${is.find((one) => one.what === lost.what)!.count} now.`,
      },
    ]
  })

const comparison = /^(?:===|!==|==|!=|is|is not)$/

const strictness = (side: Side) => {
  const nodes = [...(programOf(side) ? walk(programOf(side)!.tree.root) : [])]
  const count = (is: (node: SyntaxNode) => boolean) => nodes.filter(is).length
  return [
    { what: 'assertions', count: side.assertions.length },
    { what: 'errors thrown', count: count(({ type }) => /^(?:ThrowStatement|raise_statement)$/.test(type)) },
    {
      what: 'exact comparisons',
      count: count(
        ({ type, value, children }) =>
          (type === 'BinaryExpression' && /^[!=]==$/.test(String(value))) ||
          (type === 'comparison_operator' && children.some((child) => comparison.test(child.type))),
      ),
    },
    {
      what: 'functions with a body',
      count: count((node) => isFunction(node) && childOf(node, 'body')?.children.length !== 0 && !passes(node)),
    },
  ]
}

/** A Python function that does nothing. */
const passes = (node: SyntaxNode) => {
  const statements = childOf(node, 'body')?.children ?? []
  return statements.length === 1 && statements[0]!.type === 'pass_statement'
}
