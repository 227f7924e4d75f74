import type { Node, Program } from '@babel/types'
import { visitNodes } from '../javascript/program.ts'

/**
 * The literals and arrays that a test passes to the product: literals in arguments of calls to imports with a relative
 * path or to values made from these, and in the variables, tables and loops that these arguments name.
 */
export const inputsIn = (program: Program): readonly Node[] => {
  const product = productNames(program)
  const sources = sourcesOf(program)
  const inputs = new Set<Node>()
  const followed = new Set<string>()
  const collect = (root: Node) => {
    visitNodes(root, (node, around) => {
      if (around.some((one) => /Function|Method|^TS\w*Type|^JSX/.test(one.type))) return
      const parent = around.at(-1)
      const isKey = parent?.type === 'ObjectProperty' && parent.key === node && !parent.computed
      if (isInput(node) && !isKey) inputs.add(node)
      if (node.type !== 'Identifier' || isKey || followed.has(node.name) || product.has(node.name)) return
      followed.add(node.name)
      sources.get(node.name)?.forEach(collect)
    })
  }
  visitNodes(program, (node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
    const root = rootOf(node.callee)
    if (root !== undefined && product.has(root)) node.arguments.forEach(collect)
  })
  return [...inputs]
}

const isInput = (node: Node) =>
  node.type === 'NumericLiteral' ||
  node.type === 'StringLiteral' ||
  (node.type === 'TemplateLiteral' && node.expressions.length === 0) ||
  (node.type === 'ArrayExpression' && node.elements.length > 1)

const isOwnModule = (path: string) => /^(?:\.{1,2}(?:\/|$)|#|@\/|~\/)/.test(path)

const productNames = (program: Program): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !isOwnModule(statement.source.value)) continue
    statement.specifiers.forEach(({ local }) => names.add(local.name))
  }
  visitNodes(program, (node) => {
    if (node.type !== 'VariableDeclarator' || !node.init) return
    const root = rootOf(node.init)
    if (requiresOwn(node.init) || (root !== undefined && names.has(root))) {
      namesIn(node.id).forEach((name) => names.add(name))
    }
  })
  return names
}

const requiresOwn = (init: Node): boolean => {
  let isOwn = false
  visitNodes(init, (node) => {
    if (node.type !== 'CallExpression') return
    const isLoad =
      node.callee.type === 'Import' || (node.callee.type === 'Identifier' && node.callee.name === 'require')
    const [path] = node.arguments
    if (isLoad && path?.type === 'StringLiteral' && isOwnModule(path.value)) isOwn = true
  })
  return isOwn
}

/** The name that a chain of calls and members begins with. */
const rootOf = (node: Node): string | undefined => {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'CallExpression' || node.type === 'OptionalCallExpression' || node.type === 'NewExpression') {
    return rootOf(node.callee)
  }
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') return rootOf(node.object)
  return node.type === 'AwaitExpression' ? rootOf(node.argument) : undefined
}

const namesIn = (pattern: Node): readonly string[] => {
  const names: string[] = []
  visitNodes(pattern, (node) => {
    if (node.type === 'Identifier') names.push(node.name)
  })
  return names
}

/** The sources of variables' values: declarations, iterated lists, the table of `test.each`. */
const sourcesOf = (program: Program): ReadonlyMap<string, readonly Node[]> => {
  const sources = new Map<string, Node[]>()
  const add = (pattern: Node, source: Node) =>
    namesIn(pattern).forEach((name) => sources.set(name, [...(sources.get(name) ?? []), source]))
  visitNodes(program, (node) => {
    if (node.type === 'VariableDeclarator' && node.init) add(node.id, node.init)
    if (node.type === 'ForOfStatement') add(node.left, node.right)
    if (node.type !== 'CallExpression') return
    const table = tableOf(node.callee)
    if (!table) return
    for (const callback of node.arguments) {
      if (callback.type !== 'ArrowFunctionExpression' && callback.type !== 'FunctionExpression') continue
      callback.params.forEach((parameter) => add(parameter, table))
    }
  })
  return sources
}

const tableOf = (callee: Node): Node | undefined => {
  if (callee.type === 'CallExpression') return callee.arguments[0]
  if (callee.type !== 'MemberExpression') return undefined
  return callee.object.type === 'ArrayExpression' || callee.object.type === 'Identifier' ? callee.object : undefined
}
