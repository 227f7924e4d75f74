import { isFunction, scopeOf, type Program } from '../syntax/names.ts'
import { callArguments } from '../syntax/names-scripts.ts'
import { calleeOf, childOf, childrenOf, walk, type SyntaxNode, type SyntaxTree } from '../syntax/tree.ts'
import { placeOf, type GuardPlace } from './guard.ts'

const declaration =
  /^(?:FunctionDeclaration|ClassDeclaration|ClassMethod|ClassPrivateMethod|ClassProperty|ObjectMethod|ObjectProperty|function_definition|class_definition|function_declaration)$/

/** Definitions of a name that the same place defines already: the later one counts when the program runs. */
export function* namesDefinedTwice({ tree }: Program): Generator<GuardPlace> {
  const known = new Map<SyntaxNode, Map<string, SyntaxNode>>()
  const functions = new Set<string>()
  for (const node of walk(tree.root)) {
    if (tree.language === 'javascript' && isReassigned(node, functions)) yield placeOf('defined_twice', node)
    if (!declaration.test(node.type)) continue
    const name = nameOf(tree, node)
    if (name === undefined || isWithoutBody(node) || isOverload(node)) continue
    if (node.type === 'FunctionDeclaration') functions.add(name.trim())
    const place = placeOfName(node)
    const names = known.get(place) ?? new Map<string, SyntaxNode>()
    known.set(place, names)
    if (names.has(name)) yield placeOf('defined_twice', node)
    names.set(name, node)
  }
}

/** A reader, a writer and what belongs to the class itself may have the same name. */
const nameOf = ({ text }: SyntaxTree, node: SyntaxNode): string | undefined => {
  const key = childOf(node, 'id') ?? childOf(node, 'key') ?? childOf(node, 'name')
  if (node.value === true || typeof key?.value !== 'string') return undefined
  const role = node.type.endsWith('Method') ? text.slice(node.start, key.start).trim() : ''
  return `${role} ${key.value}`
}

/** Alternatives of a condition are places of their own. */
const placeOfName = (node: SyntaxNode): SyntaxNode => {
  const { parent } = node
  if (!parent) return node
  return /^(?:decorated_definition|Export(?:Named|Default)Declaration)$/.test(parent.type)
    ? (parent.parent ?? parent)
    : parent
}

const isWithoutBody = (node: SyntaxNode) =>
  (isFunction(node) && !childOf(node, 'body')) ||
  (node.type === 'ObjectProperty' && node.parent?.type !== 'ObjectExpression')

/** `@overload`, `@property` with its setter, `@singledispatch`: they define a name more than once by intent. */
const isOverload = ({ parent }: SyntaxNode): boolean =>
  parent?.type === 'decorated_definition' && childrenOf(parent, '').some(({ type }) => type === 'decorator')

/** An assignment to the name of a function that was declared before. */
const isReassigned = (node: SyntaxNode, functions: ReadonlySet<string>): boolean => {
  const left = node.type === 'AssignmentExpression' ? childOf(node, 'left') : undefined
  return left?.type === 'Identifier' && functions.has(String(left.value))
}

const builtins =
  /^(?:globalThis|global|Object|Function|Array|String|Number|Boolean|Map|Set|WeakMap|Promise|Date|Math|JSON|Reflect|Symbol|RegExp|Error|Buffer|URL|Response|Request|Headers|console|process)(?:[.]|$)/
const builtinsOfPython = /^(?:builtins|sys|os|json|datetime|random|time)(?:[.]|$)/

/** Assignments to what another module or the language defines: it changes for every file. */
export function* foreignNames(program: Program): Generator<GuardPlace> {
  const { tree } = program
  if (tree.language === 'shell') return
  const imported = importedNames(program)
  for (const node of walk(tree.root)) {
    const target = targetOf(program, node)
    if (!target) continue
    const root = rootOf(target)
    if (root === undefined) continue
    const isImported = imported.has(root) && scopeHasNot(program, target, root)
    const path = program.names.pathOf(target) ?? root
    const isBuiltin = (tree.language === 'javascript' ? builtins : builtinsOfPython).test(path)
    // The environment and the exit code have kinds of their own.
    if ((isImported || isBuiltin) && !/^(?:process[.](?:env|exitCode)|os[.]environ)\b/.test(path))
      yield placeOf('foreign_name', node)
  }
}

const setters =
  /^(?:Object\.(?:assign|definePropert(?:y|ies)|setPrototypeOf)|Reflect\.(?:set|defineProperty|setPrototypeOf)|setattr|delattr)$/

const assigning = /^(?:AssignmentExpression|UpdateExpression|assignment|augmented_assignment|assignment_statement)$/

/** The object whose member is set. */
const targetOf = ({ names }: Program, node: SyntaxNode): SyntaxNode | undefined => {
  if (assigning.test(node.type)) {
    const left = childOf(node, 'left') ?? childOf(node, 'argument')
    const only = left?.type === 'expression_list' ? left.children[0] : left
    const ofSubscript = only?.type === 'subscript' ? childOf(only, 'value') : undefined
    return childOf(only, 'object') ?? childOf(only, 'operand') ?? ofSubscript
  }
  const callee = calleeOf(node)
  return callee && setters.test(names.pathOf(callee) ?? '') ? callArguments(node)[0] : undefined
}

const rootOf = (node: SyntaxNode): string | undefined => {
  let at: SyntaxNode | undefined = node
  for (let deep = 0; at && deep < 100; deep += 1) {
    if (/^(?:Identifier|identifier|package_identifier)$/.test(at.type)) return String(at.value)
    at = childOf(at, 'object') ?? childOf(at, 'operand') ?? childOf(at, 'value') ?? calleeOf(at)
  }
  return undefined
}

const importedNames = ({ tree }: Program): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const node of walk(tree.root)) {
    if (/^Import(?:Default|Namespace)?Specifier$/.test(node.type)) found.add(String(childOf(node, 'local')?.value))
    if (node.type === 'VariableDeclarator' && childOf(childOf(node, 'init'), 'callee')?.value === 'require')
      for (const part of walk(childOf(node, 'id')!)) if (part.type === 'Identifier') found.add(String(part.value))
    if (/^import(?:_from)?_statement$/.test(node.type))
      for (const name of childrenOf(node, 'name'))
        found.add(String((childOf(name, 'alias') ?? name).value).split('.')[0]!)
    if (node.type === 'import_spec') {
      const path = String(childOf(node, 'path')?.value ?? '').replaceAll(/["`]/g, '')
      found.add(String(childOf(node, 'name')?.value ?? path.slice(path.lastIndexOf('/') + 1)))
    }
  }
  return found
}

/** A parameter of the same name is not the import. */
const scopeHasNot = ({ names }: Program, node: SyntaxNode, name: string): boolean => {
  for (let scope = scopeOf(node); scope.parent; scope = scopeOf(scope))
    if (names.bindings.some((one) => one.name === name && one.scope === scope)) return false
  return true
}
