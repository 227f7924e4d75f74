import type { Expression, Node, ObjectProperty } from '@babel/types'
import { spanOf, visitNodes, type Edit } from '../javascript/program.ts'

/**
 * The edit that changes an expected value: a number one larger, a string with `suffix` at its end, the other truth
 * value; in an array or object one leaf. Undefined if the value has no literal, or where evaluating it a second time
 * could have an effect.
 */
export const anotherValue = (expected: Expression, suffix: string): Edit | undefined =>
  canRepeat(expected) ? changedLeaf(expected, suffix) : undefined

const changedLeaf = (node: Node, suffix: string): Edit | undefined => {
  const { start, end } = spanOf(node)
  const literal = changedLiteral(node, suffix)
  if (literal !== undefined) return { start, end, text: literal }
  if (node.type === 'TemplateLiteral') return { start: end - 1, end: end - 1, text: suffix }
  if (node.type === 'ArrayExpression') {
    return node.elements.length === 0
      ? { start, end, text: `[${JSON.stringify(suffix)}]` }
      : firstLeaf(node.elements, suffix)
  }
  if (node.type === 'ObjectExpression') {
    return node.properties.length === 0
      ? { start, end, text: `{ ${JSON.stringify(suffix)}: 1 }` }
      : changedProperty(node.properties, suffix)
  }
  if (node.type === 'UnaryExpression' && ['-', '+'].includes(node.operator)) return changedLeaf(node.argument, suffix)
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') {
    return changedLeaf(node.expression, suffix)
  }
  return undefined
}

const changedLiteral = (node: Node, suffix: string): string | undefined => {
  if (node.type === 'NumericLiteral') return largerNumber(node.value)
  if (node.type === 'BigIntLiteral') return `${BigInt(node.value) + 1n}n`
  if (node.type === 'StringLiteral') return JSON.stringify(node.value + suffix)
  if (node.type === 'BooleanLiteral') return String(!node.value)
  const isNothing = node.type === 'NullLiteral' || (node.type === 'Identifier' && node.name === 'undefined')
  return isNothing ? '0' : undefined
}

const firstLeaf = (nodes: readonly (Node | null)[], suffix: string): Edit | undefined => {
  for (const node of nodes) {
    const edit = node && changedLeaf(node, suffix)
    if (edit) return edit
  }
  return undefined
}

const changedProperty = (properties: readonly Node[], suffix: string): Edit | undefined => {
  const named = properties.filter(
    (one): one is ObjectProperty => one.type === 'ObjectProperty' && !one.computed && !one.shorthand,
  )
  // A later property of the same name would hide the change.
  const names = named.map(({ key }) => ('name' in key ? key.name : 'value' in key ? String(key.value) : ''))
  const isWhole = named.length === properties.length && new Set(names).size === names.length
  return isWhole
    ? firstLeaf(
        named.map(({ value }) => value),
        suffix,
      )
    : undefined
}

// Beyond 2 ** 53, one more can be the same number.
const largerNumber = (value: number) => String(value + 1 === value ? value / 2 : value + 1)

const effects = new Set<Node['type']>([
  'AwaitExpression',
  'YieldExpression',
  'AssignmentExpression',
  'UpdateExpression',
  'NewExpression',
  'TaggedTemplateExpression',
  'ArrowFunctionExpression',
  'FunctionExpression',
  'ClassExpression',
  'JSXElement',
  'ImportExpression',
])

/** Whether an expression can be evaluated again; of calls, only `expect.any(…)` and its like. */
export const canRepeat = (expression: Expression): boolean => {
  let isSafe = true
  visitNodes(expression, (node) => {
    if (effects.has(node.type)) isSafe = false
    if (node.type === 'CallExpression' && !isMatcherCall(node.callee)) isSafe = false
  })
  return isSafe
}

const isMatcherCall = (callee: Node): boolean =>
  callee.type === 'MemberExpression' &&
  ((callee.object.type === 'Identifier' && callee.object.name === 'expect') || isMatcherCall(callee.object))
