import {
  addFolded,
  arithmetic,
  callFolded,
  isFunction,
  listFolded,
  remembered,
  scopeOf,
  type Binding,
  type Folded,
  type Names,
} from './names.ts'
import { childOf, childrenOf, walk, type SyntaxNode, type SyntaxTree } from './tree.ts'

const nameOf = ({ value }: SyntaxNode) => String(value ?? '')
const texts = /^(?:string|interpreted_string_literal|raw_string_literal|rune_literal)$/
const contents = /^(?:string_content|interpreted_string_literal_content|raw_string_literal_content)$/
const numbers = /^(?:integer|float|int_literal|float_literal)$/
const lists = /^(?:list|tuple|expression_list|literal_value)$/
const members = /^(?:attribute|selector_expression)$/
const indexes = /^(?:subscript|index_expression)$/
const calls = /^(?:call|call_expression)$/
const declarations = /^(?:function_definition|function_declaration|class_definition|method_declaration)$/
const assignments =
  /^(?:assignment|assignment_statement|short_var_declaration|range_clause|for_statement|for_in_clause)$/

/** Names of a Python or Go file by the whole file. */
export const namesOfScript = ({ root, language }: SyntaxTree): Names => {
  const imports = new Map<string, string>()
  const aliases = new Map<string, SyntaxNode | undefined>()
  const bindings: Binding[] = []
  const bound = new Set<string>()
  const alias = (name: string, from: SyntaxNode, scope: SyntaxNode) => {
    aliases.set(name, aliases.has(name) ? undefined : from)
    bindings.push({ name, from, scope })
    bound.add(name)
  }
  for (const node of walk(root)) {
    for (const [name, path] of importsOf(node, language)) imports.set(name, path)
    bindings.push(...parametersOf(node))
    const [left, right] = assignmentOf(node)
    if (left && right) {
      const names = targetsOf(left)
      const values = right.type === 'expression_list' ? right.children.filter(isNamed) : [right]
      names.forEach((name, at) => alias(name, names.length === values.length ? values[at]! : right, scopeOf(node)))
    }
    const own = declarations.test(node.type) ? childOf(node, 'name') : undefined
    if (own) {
      bound.add(nameOf(own))
      bindings.push(...returnsOf(node).map((from) => ({ name: nameOf(own), from, scope: scopeOf(node) })))
    }
    if (isFunction(node))
      for (const name of parametersIn(node)) {
        bound.add(name)
        bindings.push({ name, from: undefined, scope: node })
      }
  }
  return { ...lookups(imports, aliases, bound), bindings, bound, patternReads: [] }
}

/** A call with a function passes its parts to the parameters: `flag.VisitAll(func(f *flag.Flag) { … })`. */
const parametersOf = (node: SyntaxNode): Binding[] => {
  const from = calls.test(node.type) ? childOf(node, 'function') : undefined
  if (!from) return []
  const given = argumentsOf(node).filter(({ type }) => type === 'func_literal')
  return given.flatMap((each) => parametersIn(each).map((name) => ({ name, from, scope: each })))
}

const parametersIn = (node: SyntaxNode): string[] => {
  const parameters = childOf(node, 'parameters')
  return parameters ? [...walk(parameters)].filter(({ type }) => type === 'identifier').map(nameOf) : []
}

const isNamed = ({ type }: SyntaxNode) => /\w/.test(type)

/** The two sides of an assignment, also in loops, `with … as` and `:=`. */
const assignmentOf = (node: SyntaxNode): readonly [SyntaxNode | undefined, SyntaxNode | undefined] => {
  if (assignments.test(node.type)) return [childOf(node, 'left'), childOf(node, 'right')]
  if (/^(?:named_expression|const_spec|var_spec)$/.test(node.type))
    return [childOf(node, 'name'), childOf(node, 'value')]
  if (node.type === 'as_pattern') return [childOf(node, 'alias'), node.children[0]]
  return [undefined, undefined]
}

const targetsOf = (left: SyntaxNode): string[] =>
  [...walk(left, ({ type }) => !members.test(type) && !indexes.test(type))]
    .filter(({ type, children }) => type === 'identifier' && children.length === 0)
    .map(nameOf)

const returnsOf = (node: SyntaxNode) =>
  [...walk(node, (each) => each === node || !/^(?:function_definition|func_literal|lambda)$/.test(each.type))]
    .filter(({ type }) => type === 'return_statement')
    .flatMap(({ children }) => children.slice(1, 2))

const importsOf = (node: SyntaxNode, language: string): [string, string][] => {
  if (language === 'go') {
    if (node.type !== 'import_spec') return []
    const path = nameOf(childOf(node, 'path')!).slice(1, -1)
    const name = childOf(node, 'name')
    return [[name ? nameOf(name) : path.slice(path.lastIndexOf('/') + 1), path]]
  }
  if (!/^import(?:_from)?_statement$/.test(node.type)) return []
  const module = childOf(node, 'module_name')
  return childrenOf(node, 'name').map((imported) => {
    const name = nameOf(childOf(imported, 'name') ?? imported)
    const alias = childOf(imported, 'alias')
    if (module) return [alias ? nameOf(alias) : name, `${nameOf(module)}.${name}`]
    return alias ? [nameOf(alias), name] : [name.split('.')[0]!, name.split('.')[0]!]
  })
}

const lookups = (
  imports: ReadonlyMap<string, string>,
  aliases: ReadonlyMap<string, SyntaxNode | undefined>,
  bound: ReadonlySet<string>,
): Pick<Names, 'pathOf' | 'fold'> => {
  const pathOf = remembered((node) => pathIn(node))
  const pathIn = (node: SyntaxNode): string | undefined => {
    if (/^(?:identifier|package_identifier)$/.test(node.type)) {
      const name = nameOf(node)
      const from = aliases.get(name)
      const known = imports.get(name) ?? (from && isPath(from) ? pathOf(from) : undefined)
      return known ?? (bound.has(name) ? `local:${name}` : name)
    }
    if (node.type === 'parenthesized_expression') return pathOf(node.children[1]!)
    if (members.test(node.type)) {
      const object = pathOf(childOf(node, 'object') ?? childOf(node, 'operand')!)
      return object && `${object}.${nameOf(childOf(node, 'attribute') ?? childOf(node, 'field')!)}`
    }
    if (indexes.test(node.type)) {
      const object = pathOf(childOf(node, 'value') ?? childOf(node, 'operand')!)
      const key = fold(childOf(node, 'subscript') ?? childOf(node, 'index')!)
      return object && `${object}.${key === undefined ? '[]' : String(key)}`
    }
    return calls.test(node.type) ? callPath(node) : undefined
  }
  const callPath = (node: SyntaxNode) => {
    const path = pathOf(childOf(node, 'function')!)
    const given = argumentsOf(node)
    if (path === 'getattr' && given.length > 1) return `${pathOf(given[0]!)}.${String(fold(given[1]!) ?? '[]')}`
    if (path === 'vars' && given.length === 1) return `${pathOf(given[0]!)}.__dict__`
    if (/^(?:importlib[.]import_module|__import__)$/.test(path ?? '') && given[0]) return textOf(fold(given[0]))
    return path && `${path}()`
  }
  const fold = remembered((node) => foldIn(node))
  const foldIn = (node: SyntaxNode): Folded | undefined => {
    if (texts.test(node.type)) return foldText(node)
    if (contents.test(node.type)) return nameOf(node)
    if (numbers.test(node.type)) return Number(nameOf(node).replaceAll('_', ''))
    if (node.type === 'concatenated_string') return node.children.map(fold).reduce<Folded | undefined>(addFolded, '')
    if (node.type === 'parenthesized_expression') return fold(node.children[1]!)
    if (node.type === 'literal_element') return fold(node.children[0]!)
    if (node.type === 'composite_literal') return fold(childOf(node, 'body')!)
    if (lists.test(node.type)) return listFolded(node.children.filter(isNamed).map(fold))
    if (node.type === 'identifier') {
      const from = aliases.get(nameOf(node))
      return from && fold(from.type === 'expression_list' && from.children.length === 1 ? from.children[0]! : from)
    }
    if (node.type === 'unary_operator' || node.type === 'unary_expression') {
      const value = fold(childOf(node, 'argument') ?? childOf(node, 'operand')!)
      return typeof value === 'number' && nameOf(node).startsWith('-') ? -value : undefined
    }
    if (/^binary_(?:operator|expression)$/.test(node.type)) {
      const operator = nameOf(childOf(node, 'operator')!)
      return arithmetic(operator, fold(childOf(node, 'left')!), fold(childOf(node, 'right')!))
    }
    return calls.test(node.type) ? foldCall(node) : undefined
  }
  const foldText = (node: SyntaxNode) =>
    node.children.some(({ type }) => type === 'interpolation')
      ? undefined
      : node.children
          .filter(({ type }) => contents.test(type) || type === 'escape_sequence')
          .map(nameOf)
          .join('')
  const foldCall = (node: SyntaxNode): Folded | undefined => {
    const callee = childOf(node, 'function')!
    const given = argumentsOf(node).map(fold)
    if (pathOf(callee) === 'strings.Join') return callFolded('join', given[0], given.slice(1))
    if (pathOf(callee) === 'chr' && typeof given[0] === 'number') return String.fromCharCode(given[0])
    if (callee.type !== 'attribute') return undefined
    const subject = fold(childOf(callee, 'object')!)
    const method = nameOf(childOf(callee, 'attribute')!)
    return method === 'join' ? callFolded('join', given[0], [subject]) : callFolded(method, subject, given)
  }
  return { pathOf, fold }
}

export const argumentsOf = (node: SyntaxNode): SyntaxNode[] =>
  childOf(node, 'arguments')?.children.filter(isNamed) ?? []

/** The arguments of a call in any language. */
export const callArguments = (node: SyntaxNode): SyntaxNode[] => {
  const given = childrenOf(node, 'arguments')
  return given[0]?.type === 'argument_list' ? argumentsOf(node) : given
}

const textOf = (value: Folded | undefined) => (typeof value === 'string' ? value : undefined)
const isPath = ({ type }: SyntaxNode) =>
  members.test(type) || indexes.test(type) || calls.test(type) || /^(?:identifier|parenthesized_expression)$/.test(type)
