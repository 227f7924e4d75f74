import type { CallExpression, Expression, Node, Program } from '@babel/types'
import { spanOf, visitNodes } from './program.ts'

/** One assertion of a test: `expect(actual).toBe(expected)` or `assert.equal(actual, expected)`. */
export interface Assertion {
  /** The whole expression, which throws if the assertion fails. */
  readonly node: Expression
  readonly style: 'expect' | 'assert'
  /** The names behind the function, as `['not', 'toBe']`; empty for `assert(value)`. */
  readonly names: readonly string[]
  /** The arguments of the function itself: the value for `expect`, all of them for `assert`. */
  readonly values: readonly Expression[]
  /** The arguments of the last call of the chain. */
  readonly expected: readonly Expression[]
  /** Where the test around it begins; undefined outside of tests. */
  readonly test: number | undefined
}

/** The assertions of a program that throw on failure, in text order. Assertions inside others are left out. */
export const assertionsIn = (program: Program): readonly Assertion[] => {
  const imported = assertNamesIn(program)
  const found: Assertion[] = []
  visitNodes(program, (node, around) => {
    if (node.type !== 'CallExpression') return
    const assertion = expectOf(node, around) ?? assertOf(node, around, imported)
    if (!assertion) return
    const { start } = spanOf(assertion.node)
    if (found.some((other) => spanOf(other.node).start <= start && start < spanOf(other.node).end)) return
    found.push(assertion)
  })
  return found
}

const expectOf = (call: CallExpression, around: readonly Node[]): Assertion | undefined => {
  if (call.callee.type !== 'Identifier' || call.callee.name !== 'expect') return undefined
  const values = expressionsOf(call)
  if (!values || values.length === 0 || isParameter('expect', around)) return undefined
  let node: Expression = call
  let expected: readonly Expression[] = []
  const names: string[] = []
  for (const parent of around.toReversed()) {
    if (parent.type === 'MemberExpression' && parent.object === node && parent.property.type === 'Identifier') {
      names.push(parent.property.name)
    } else if (parent.type === 'CallExpression' && parent.callee === node) {
      const callArguments = expressionsOf(parent)
      if (!callArguments) return undefined
      expected = callArguments
    } else break
    node = parent
  }
  return names.length === 0 ? undefined : { node, style: 'expect', names, values, expected, test: testAround(around) }
}

const assertOf = (
  call: CallExpression,
  around: readonly Node[],
  imported: ReadonlyMap<string, readonly string[]>,
): Assertion | undefined => {
  const path = pathOf(call.callee)
  const values = expressionsOf(call)
  if (!path || !values) return undefined
  const [root = '', ...rest] = path
  const isContext = root === 't' && rest[0] === 'assert'
  const before = isContext ? ['assert'] : imported.get(root)
  if (!before || (!isContext && isParameter(root, around))) return undefined
  const names = [...before, ...(isContext ? rest.slice(1) : rest)].filter(
    (name) => name !== 'assert' && name !== 'strict',
  )
  return { node: call, style: 'assert', names, values, expected: values, test: testAround(around) }
}

const assertModules = /^(?:(?:node:)?assert(?:\/strict)?|chai|uvu\/assert|power-assert|vitest)$/

/** Names of a program that mean assertions of a module, each with the path inside that module. */
const assertNamesIn = (program: Program): ReadonlyMap<string, readonly string[]> => {
  const names = new Map<string, readonly string[]>()
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration' && assertModules.test(statement.source.value)) {
      for (const specifier of statement.specifiers) {
        const original = specifier.type === 'ImportSpecifier' ? specifier.imported : undefined
        const name = original?.type === 'Identifier' ? original.name : 'assert'
        if (isAssertName(name)) names.set(specifier.local.name, [name])
      }
    }
    if (statement.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declarations) {
      const within = init && requiredIn(init)
      if (!within) continue
      if (id.type === 'Identifier') names.set(id.name, within)
      if (id.type !== 'ObjectPattern') continue
      for (const property of id.properties) {
        if (property.type !== 'ObjectProperty' || property.key.type !== 'Identifier') continue
        if (property.value.type === 'Identifier' && isAssertName(property.key.name)) {
          names.set(property.value.name, [property.key.name])
        }
      }
    }
  }
  return names
}

const isAssertName = (name: string) => ['assert', 'strict', 'default', 'ok', ...comparedNames].includes(name)

/** Names of assertions that compare their first two arguments. */
export const comparedNames = [
  'equal',
  'equals',
  'eq',
  'eql',
  'is',
  'strictEqual',
  'deepEqual',
  'deepStrictEqual',
  'deepEquals',
  'partialDeepStrictEqual',
] as const

const requiredIn = (init: Expression): readonly string[] | undefined => {
  if (init.type === 'MemberExpression' && init.property.type === 'Identifier') {
    return requiredIn(init.object) && [init.property.name]
  }
  if (init.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'require')
    return undefined
  const [path] = init.arguments
  return path?.type === 'StringLiteral' && assertModules.test(path.value) ? ['assert'] : undefined
}

/** `a.b.c` as its names; undefined for a callee that is more than names. */
export const pathOf = (node: Node): readonly string[] | undefined => {
  if (node.type === 'Identifier') return [node.name]
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined
  const before = pathOf(node.object)
  return before && [...before, node.property.name]
}

const expressionsOf = ({ arguments: values }: CallExpression): readonly Expression[] | undefined =>
  values.every((one) => one.type !== 'SpreadElement' && one.type !== 'ArgumentPlaceholder') ? values : undefined

const isParameter = (name: string, around: readonly Node[]) =>
  around.some(
    (node) =>
      'params' in node &&
      Array.isArray(node.params) &&
      node.params.some((one) => one.type === 'Identifier' && one.name === name),
  )

const testNames = ['test', 'it', 'specify', 'fit']

/** Where the innermost call of `test` or `it` around a node begins. */
const testAround = (around: readonly Node[]): number | undefined =>
  around.findLast((node) => node.type === 'CallExpression' && isTestCall(node))?.start ?? undefined

/** Whether a call declares a test: `test('…', …)`, `it.each(…)('…', …)`, `t.test('…', …)`. */
const isTestCall = (call: CallExpression): boolean => {
  if (!call.arguments.some((one) => one.type === 'ArrowFunctionExpression' || one.type === 'FunctionExpression'))
    return false
  let { callee } = call
  while (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression') {
    callee = callee.type === 'CallExpression' ? callee.callee : callee.tag
  }
  const path = pathOf(callee)
  return path !== undefined && (testNames.includes(path[0]!) || path.at(-1) === 'test')
}
