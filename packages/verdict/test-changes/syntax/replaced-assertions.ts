import { argumentsOf } from './names-scripts.ts'
import type { Program, Trace } from './names.ts'
import { childOf, childrenOf, walk, type SyntaxNode } from './tree.ts'

/** A place that assigns another value to an existing thing. */
export interface Replacement {
  readonly path: string
  readonly node: SyntaxNode
  readonly value: SyntaxNode | undefined
}

/** Assignments to members, and the calls that do the same. */
export const replacementsIn = (program: Program): Replacement[] => {
  const { language, root } = program.tree
  if (language === 'shell') return []
  const replacedIn = language === 'javascript' ? replacedInJavaScript : replacedInScript
  return [...walk(root)].flatMap((node) => replacedIn(program, node))
}

const setters =
  /^(?:Object\.(?:assign|defineProperty|defineProperties|setPrototypeOf)|Reflect\.(?:set|defineProperty|setPrototypeOf)|.*\.__define[GS]etter__)$/

const replacedInJavaScript = ({ names }: Program, node: SyntaxNode): Replacement[] => {
  if (node.type === 'AssignmentExpression') {
    const left = childOf(node, 'left')!
    const target = left.type.includes('Member') ? left : undefined
    const path = target && (names.pathOf(target) ?? `${names.pathOf(childOf(target, 'object')!)}.[]`)
    return path === undefined ? [] : [{ path, node, value: childOf(node, 'right') }]
  }
  if (node.type !== 'CallExpression') return []
  const path = names.pathOf(childOf(node, 'callee')!) ?? ''
  const [target, key, given] = childrenOf(node, 'arguments')
  if (!target || !setters.test(path)) return []
  const object = names.pathOf(target)
  if (object === undefined) return []
  if (/assign|defineProperties|setPrototypeOf/.test(path)) return replacedMembers(object, node, key)
  const name = key && names.fold(key)
  return [{ path: `${object}.${name === undefined ? '[]' : String(name)}`, node, value: given }]
}

/** `Object.assign(assert, { equal() {} })` replaces each member of the object. */
const replacedMembers = (object: string, node: SyntaxNode, given: SyntaxNode | undefined): Replacement[] => {
  const members = given?.type === 'ObjectExpression' ? given.children : []
  const named = members.map((member) => childOf(member, 'key')?.value)
  if (named.length === 0) return [{ path: `${object}.[]`, node, value: given }]
  return named.map((name, at) => ({ path: `${object}.${String(name)}`, node, value: members[at] }))
}

const replacedInScript = ({ names, tree }: Program, node: SyntaxNode): Replacement[] => {
  if (/^(?:assignment|assignment_statement|augmented_assignment)$/.test(node.type)) {
    const left = childOf(node, 'left')!
    const targets = left.type.endsWith('list') ? left.children : [left]
    return targets.flatMap((target) => {
      const path = memberTypes.test(target.type) ? names.pathOf(target) : undefined
      return path === undefined ? [] : [{ path, node, value: lastOf(childOf(node, 'right')) }]
    })
  }
  if (node.type !== 'call' || tree.language !== 'python') return []
  const path = names.pathOf(childOf(node, 'function')!) ?? ''
  const given = argumentsOf(node)
  if (/^(?:setattr|object\.__setattr__|type\.__setattr__|builtins\.setattr)$/.test(path) && given.length > 1) {
    const object = names.pathOf(given[0]!)
    return object === undefined
      ? []
      : [{ path: `${object}.${String(names.fold(given[1]!) ?? '[]')}`, node, value: given[2] }]
  }
  const table = /^(.+)\.__dict__\.(?:update|__setitem__|setdefault)$/.exec(path)
  return table ? [{ path: `${table[1]}.__dict__`, node, value: given.at(-1) }] : []
}

const memberTypes = /^(?:attribute|subscript|selector_expression|index_expression)$/

const lastOf = (node: SyntaxNode | undefined) => (node?.type === 'expression_list' ? node.children.at(-1) : node)

const assertionPath =
  /^(?:import:assert|assert|expect|chai|should|import:(?:test|vitest|@jest\/globals|chai|expect|tap|ava|mocha|uvu(?:\/assert)?))(?:\.|$)|^(?:unittest|_pytest|pytest|nose|hamcrest)\./
const runnerGlobal = /^(?:expect|assert|it|test|describe|jest|vi)$/
const builtIn =
  /^(?:(?:Object|Array|Number|String|Boolean|Function|Promise|Map|Set|WeakMap|Date|RegExp|Symbol|BigInt|Math|JSON)\.(?:prototype\.)?[\w[\]]+|Error\.prototype\.\w+|builtins\.(?!_$)\w+|Reflect\.\w+)$/
// Tests set clocks and chance.
const setByTests = /^(?:Date|Math|Promise|Symbol)\.\w+$|^builtins\.(?:input|print|open)$/

/** Assertions of tests that were given another meaning; and values that are equal to everything. */
export const replacedAssertions = (program: Program, replacements: readonly Replacement[]): Trace[] => [
  ...replacements.flatMap((one) => assertionReplaced(program, one)),
  ...globalsReplaced(program),
  ...equalToEverything(program),
]

const assertionReplaced = (program: Program, { path, node }: Replacement): Trace[] => {
  const global = program.tree.language === 'javascript' && runnerGlobal.test(path) && !path.startsWith('local:')
  const isOwn = program.names.bound.has(path.split('.')[0]!)
  if (!isOwn && (assertionPath.test(path) || (global && node.type === 'AssignmentExpression'))) {
    // Options of a library of assertions are no assertions.
    if (/\.(?:config|configure)(?:\.|$)|^(?:pytest|unittest)\.\w+_plugins$/.test(path)) return []
    return [{ kind: 'outcome_rewritten', level: 'refuse', node, does: `can change what a test reports (${path})` }]
  }
  if (!isOwn && builtIn.test(path) && !(program.isEvidence && setByTests.test(path)))
    return [{ kind: 'outcome_rewritten', level: 'ask', node, does: `replaces what the language gives (${path})` }]
  return []
}

/** `mock.method(assert, 'equal', …)` and its like. */
const globalsReplaced = ({ tree, names }: Program): Trace[] => {
  if (tree.language !== 'javascript') return []
  return [...walk(tree.root)].flatMap((node): Trace[] => {
    if (node.type !== 'CallExpression') return []
    const callee = childOf(node, 'callee')!
    if (!/^(?:method|spyOn|replace|stub|getter|setter)$/.test(String(childOf(callee, 'property')?.value))) return []
    const path = names.pathOf(childrenOf(node, 'arguments')[0] ?? callee) ?? ''
    if (!/^(?:import:assert|assert|expect)(?:\.|$)/.test(path)) return []
    return [{ kind: 'outcome_rewritten', level: 'refuse', node, does: `can change what a test reports (${path})` }]
  })
}

const equal = (node: SyntaxNode): Trace => ({
  kind: 'equal_to_everything',
  level: 'refuse',
  node,
  does: 'makes a value that equals everything',
})

const equalToEverything = (program: Program): Trace[] => {
  const { tree, isEvidence } = program
  if (isEvidence && tree.language !== 'python') return []
  const found: Trace[] = []
  for (const node of walk(tree.root)) {
    if (tree.language === 'python' && isPythonEqual(program, node)) found.push(equal(node))
    if (tree.language === 'javascript' && /^(?:ObjectMethod|ClassMethod|ObjectProperty|ClassProperty)$/.test(node.type))
      if (String(childOf(node, 'key')?.value) === 'asymmetricMatch') found.push(equal(node))
    if (tree.language === 'go' && node.type === 'method_declaration' && isAlways(childOf(node, 'body'), 'true'))
      if (childOf(node, 'name')!.value === 'Equal') found.push({ ...equal(node), level: 'ask' })
  }
  return found
}

const isPythonEqual = ({ names }: Program, node: SyntaxNode): boolean => {
  const answers: Readonly<Record<string, string>> = { __eq__: 'True', __ne__: 'False' }
  if (node.type === 'function_definition') {
    const answer = answers[String(childOf(node, 'name')?.value)]
    return answer !== undefined && isAlways(childOf(node, 'body'), answer)
  }
  const value = childOf(node, 'value') ?? childOf(node, 'right') ?? argumentsOf(node)[2]
  if (value?.type !== 'lambda') return false
  const key = childOf(node, 'key') ?? childOf(node, 'left') ?? childOf(node, 'name') ?? argumentsOf(node)[1]
  const name = key && (names.fold(key) ?? (childOf(key, 'attribute') ?? key).value)
  const answer = answers[String(name)]
  return answer !== undefined && isTruth(childOf(value, 'body'), answer)
}

/** Whether a body does nothing but return this. */
const isAlways = (body: SyntaxNode | undefined, answer: string) => {
  const statements = (body?.children ?? [])
    .flatMap((one) => (one.type === 'statement_list' ? one.children : [one]))
    .filter(({ type, children }) => type.endsWith('statement') && children[0]?.type !== 'string')
  return (
    statements.length === 1 && statements[0]!.type === 'return_statement' && isTruth(statements[0]!.children[1], answer)
  )
}

const isTruth = (node: SyntaxNode | undefined, answer: string): boolean => {
  if (node?.type === 'expression_list' || node?.type === 'parenthesized_expression')
    return node.children.some((child) => isTruth(child, answer))
  return node?.value === answer
}
