import {
  addFolded,
  arithmetic,
  callFolded,
  deepest,
  isFunction,
  listFolded,
  remembered,
  scopeOf,
  type Binding,
  type Folded,
  type Names,
} from './names.ts'
import { childOf, childrenOf, walk, type SyntaxNode, type SyntaxTree } from './tree.ts'

const isMember = ({ type }: SyntaxNode) => type === 'MemberExpression' || type === 'OptionalMemberExpression'
const isCall = ({ type }: SyntaxNode) => type === 'CallExpression' || type === 'OptionalCallExpression'

/** Names of a JavaScript file by the whole file: a name that is bound twice has no value. */
export const namesOfJavaScript = ({ root }: SyntaxTree): Names => {
  const paths = new Map<string, (() => string | undefined) | undefined>()
  const constants = new Map<string, SyntaxNode | undefined>()
  const bindings: Binding[] = []
  const patternReads: { path: () => string | undefined; node: SyntaxNode }[] = []
  const bound = new Set<string>()
  const bind = (name: string, path: () => string | undefined) => {
    paths.set(name, paths.has(name) ? undefined : path)
    bound.add(name)
  }
  const names = lookups(paths, constants, bound)
  const bindPattern = (target: SyntaxNode, path: () => string | undefined, from: SyntaxNode) => {
    for (const { name, node, path: read } of targetsOf(target, path, names.fold)) {
      bind(name, read)
      bindings.push({ name, from, scope: scopeOf(target) })
      if (node !== target) patternReads.push({ path: read, node })
    }
  }
  for (const node of walk(root)) {
    if (node.type === 'ImportDeclaration') bindImports(node, bind)
    if (node.type === 'VariableDeclarator') {
      const init = childOf(node, 'init')
      const id = childOf(node, 'id')!
      if (init && id.type === 'Identifier') constants.set(nameOf(id), constants.has(nameOf(id)) ? undefined : init)
      if (init) bindPattern(id, () => names.pathOf(init), init)
      else for (const { name } of targetsOf(id, nothing, names.fold)) bound.add(name)
    }
    if (node.type === 'AssignmentExpression') {
      const left = childOf(node, 'left')!
      const right = childOf(node, 'right')!
      if (left.type === 'Identifier') {
        constants.set(nameOf(left), undefined)
        bindings.push({ name: nameOf(left), from: right, scope: scopeOf(node) })
      } else if (left.type.endsWith('Pattern')) bindPattern(left, () => names.pathOf(right), right)
    }
    if (/^For(?:In|Of)Statement$/.test(node.type)) bindLoop(node, bindings)
    if (isFunction(node) || node.type.startsWith('Class')) bindFunction(node, bindings, bound)
    if (isCall(node)) bindArguments(node, bindings)
  }
  return {
    ...names,
    bindings,
    bound,
    patternReads: patternReads.flatMap(({ path, node }) => {
      const read = path()
      return read === undefined ? [] : [{ path: read, node }]
    }),
  }
}

const nothing = () => undefined
const nameOf = ({ value }: SyntaxNode) => String(value)

interface Target {
  readonly name: string
  readonly node: SyntaxNode
  readonly path: () => string | undefined
}

const joined = (path: () => string | undefined, key: string | undefined) => () => {
  const whole = path()
  return whole === undefined || key === undefined ? undefined : `${whole}.${key}`
}

/** The names that a pattern binds, each with the path that it reads. */
const targetsOf = (target: SyntaxNode, path: () => string | undefined, fold: Names['fold'], depth = 0): Target[] => {
  if (depth > deepest) return []
  const inner = (node: SyntaxNode | undefined, from: typeof path) =>
    node ? targetsOf(node, from, fold, depth + 1) : []
  if (target.type === 'Identifier') return [{ name: nameOf(target), node: target, path }]
  if (target.type === 'AssignmentPattern') return inner(childOf(target, 'left'), path)
  if (target.type === 'RestElement') return inner(childOf(target, 'argument'), path)
  if (target.type === 'ArrayPattern')
    return target.children.flatMap((child, at) => inner(child, joined(path, String(at))))
  if (target.type !== 'ObjectPattern') return []
  return childrenOf(target, 'properties').flatMap((property) => {
    if (property.type === 'RestElement') return inner(property, path)
    const key = childOf(property, 'key')!
    const name = property.value === true || key.type !== 'Identifier' ? fold(key) : nameOf(key)
    return inner(childOf(property, 'value'), joined(path, name === undefined ? undefined : String(name)))
  })
}

const bindImports = (node: SyntaxNode, bind: (name: string, path: () => string) => void) => {
  const source = String(childOf(node, 'source')!.value)
  for (const specifier of childrenOf(node, 'specifiers')) {
    const imported = childOf(specifier, 'imported')
    const member = specifier.type === 'ImportNamespaceSpecifier' ? '' : `.${imported ? nameOf(imported) : 'default'}`
    bind(nameOf(childOf(specifier, 'local')!), () => moduleOf(source) + member)
  }
}

const moduleOf = (source: string) => `import:${source.replace(/^node:/, '')}`

const bindLoop = (node: SyntaxNode, bindings: Binding[]) => {
  const from = childOf(node, 'right')!
  for (const part of walk(childOf(node, 'left')!))
    if (part.type === 'Identifier') bindings.push({ name: nameOf(part), from, scope: scopeOf(node) })
}

const parametersOf = (node: SyntaxNode) =>
  childrenOf(node, 'params').flatMap((parameter) =>
    [...walk(parameter)].filter(({ type }) => type === 'Identifier').map(nameOf),
  )

const bindFunction = (node: SyntaxNode, bindings: Binding[], bound: Set<string>) => {
  for (const name of parametersOf(node)) {
    bound.add(name)
    bindings.push({ name, from: undefined, scope: node })
  }
  const id =
    childOf(node, 'id') ?? (node.parent?.type === 'VariableDeclarator' ? childOf(node.parent, 'id') : undefined)
  if (id?.type !== 'Identifier') return
  bound.add(nameOf(id))
  const scope = scopeOf(node)
  for (const part of walk(node, (each) => each === node || !isFunction(each)))
    if (part.type === 'ReturnStatement' && part.children[0])
      bindings.push({ name: nameOf(id), from: part.children[0], scope })
}

/** A call with a function passes its parts to the parameters. */
const bindArguments = (node: SyntaxNode, bindings: Binding[]) => {
  const callee = childOf(node, 'callee')!
  const from = isMember(callee) ? childOf(callee, 'object') : undefined
  if (!from) return
  for (const given of childrenOf(node, 'arguments').filter(isFunction))
    for (const name of parametersOf(given)) bindings.push({ name, from, scope: given })
}

const wrappers =
  /^(?:TS(?:As|NonNull|Satisfies|TypeAssertion|Instantiation)\w*|ParenthesizedExpression|AwaitExpression|TypeCastExpression|ChainExpression)$/

const unwrapped = (node: SyntaxNode): SyntaxNode => {
  let at = node
  while (wrappers.test(at.type)) at = childOf(at, 'expression') ?? childOf(at, 'argument') ?? at.children[0]!
  return at.type === 'SequenceExpression' ? unwrapped(at.children.at(-1)!) : at
}

type Lookups = Pick<Names, 'pathOf' | 'fold'>

const lookups = (
  paths: ReadonlyMap<string, (() => string | undefined) | undefined>,
  constants: ReadonlyMap<string, SyntaxNode | undefined>,
  bound: ReadonlySet<string>,
): Lookups => {
  const pathOf = remembered((node) => canonical(pathIn(unwrapped(node))))
  const pathIn = (node: SyntaxNode): string | undefined => {
    if (node.type === 'Identifier') {
      const name = nameOf(node)
      return paths.get(name)?.() ?? (bound.has(name) ? `local:${name}` : name)
    }
    if (node.type === 'ThisExpression') return 'this'
    if (node.type === 'MetaProperty') return 'import.meta'
    if (isMember(node)) {
      const object = pathOf(childOf(node, 'object')!)
      const key = memberKey(node)
      return object === undefined || key === undefined ? undefined : `${object}.${key}`
    }
    if (node.type === 'ObjectExpression') {
      const spread = node.children.filter(({ type }) => type === 'SpreadElement')
      return spread.length === 1 && node.children.length === 1 ? pathOf(spread[0]!.children[0]!) : undefined
    }
    return isCall(node) || /^(?:New|Import)Expression$/.test(node.type) ? callPath(node) : undefined
  }
  const memberKey = (node: SyntaxNode) => {
    const property = childOf(node, 'property')!
    if (node.value !== true) return nameOf(childOf(property, 'id') ?? property)
    const key = fold(property)
    return key === undefined ? undefined : String(key)
  }
  const callPath = (node: SyntaxNode): string | undefined => {
    const [first, second] = [...childrenOf(node, 'arguments'), ...childrenOf(node, 'source')]
    const callee = childOf(node, 'callee')
    const path = !callee || callee.type === 'Import' ? 'import' : pathOf(callee)
    if (path === undefined) return undefined
    if (/^(?:require|import|process\.getBuiltinModule|module\.require)$/.test(path)) {
      const source = first && fold(first)
      return typeof source === 'string' ? moduleOf(source) : undefined
    }
    if (path === 'Reflect.get' && first && second) return `${pathOf(first)}.${String(fold(second))}`
    if (path === 'Object.assign' && second) return pathOf(second)
    return /(?:^|\.)Error$/.test(path) ? 'Error()' : undefined
  }
  const fold = remembered((node) => foldIn(unwrapped(node)))
  const foldIn = (node: SyntaxNode): Folded | undefined => {
    if (/^(?:String|Numeric|Boolean|BigInt)Literal$|^TemplateElement$/.test(node.type)) return node.value
    if (node.type === 'Identifier') {
      const init = constants.get(nameOf(node))
      return init && fold(init)
    }
    if (node.type === 'TemplateLiteral') return node.children.map(fold).reduce<Folded | undefined>(addFolded, '')
    if (node.type === 'ArrayExpression') return listFolded(node.children.map(fold))
    if (node.type === 'UnaryExpression') return negated(node, fold)
    if (node.type === 'BinaryExpression')
      return arithmetic(nameOf(node), fold(childOf(node, 'left')!), fold(childOf(node, 'right')!))
    return isCall(node) ? foldCall(node) : undefined
  }
  const foldCall = (node: SyntaxNode): Folded | undefined => {
    const callee = childOf(node, 'callee')!
    const given = childrenOf(node, 'arguments').map(fold)
    if (!isMember(callee)) return nameOf(callee) === 'atob' ? fromBase64(given[0]) : undefined
    const object = childOf(callee, 'object')!
    const key = memberKey(callee)
    if (key === 'fromCharCode' || key === 'fromCodePoint') return fromCodes(given)
    if (key === 'toString' && pathOf(childOf(object, 'callee') ?? object) === 'Buffer.from') {
      const [text, encoding] = childrenOf(object, 'arguments').map(fold)
      return encoding === 'base64' ? fromBase64(text) : text
    }
    return key === undefined ? undefined : callFolded(key, fold(object), given)
  }
  return { pathOf, fold }
}

const negated = (node: SyntaxNode, fold: Names['fold']) => {
  const value = fold(childOf(node, 'argument')!)
  if (node.value === '-' && typeof value === 'number') return -value
  return node.value === '+' && value !== undefined && typeof value !== 'object' ? Number(value) : undefined
}

const fromBase64 = (text: Folded | undefined) =>
  typeof text === 'string' ? Buffer.from(text, 'base64').toString() : undefined

const fromCodes = (codes: readonly (Folded | undefined)[]) =>
  codes.every((code) => typeof code === 'number' && code >= 0 && code <= 0x10ffff)
    ? String.fromCodePoint(...(codes as number[]))
    : undefined

/** One path for each of the ways to the same thing. */
const canonical = (path: string | undefined): string | undefined =>
  path
    ?.replace(/^(?:globalThis|global|window|self)[.](?=.)/, '')
    .replace(/^import:process(?:[.]default)?(?=[.]|$)/, 'process')
    .replace(/^import:(assert(?:\/strict)?)(?:[.](?:default|strict|ok))*(?=[.]|$)/, 'import:assert')
    .replace(/^import[.]meta[.]env(?=[.]|$)/, 'process.env')
