import { isFunction, type Program } from '../syntax/names.ts'
import { calleeOf, childOf, childrenOf, walk, type SyntaxNode } from '../syntax/tree.ts'
import { callArguments } from '../syntax/names-scripts.ts'
import { calledName } from './call-guards.ts'
import { placeOf, type GuardPlace } from './guard.ts'

/** Ways into a program: routes, commands, options, and names that other files can import. Each without its effect. */
export function* entrances(program: Program): Generator<GuardPlace> {
  const { tree, names } = program
  if (tree.language === 'shell') return
  for (const node of walk(tree.root)) {
    const head = tree.language === 'javascript' ? exportHead(node) : declaredHead(tree.language, node)
    if (head) yield placeOf('entrance', head)
    const isRoute = node.type === 'decorator' && routing.test(tree.text.slice(node.start, node.start + 200))
    if (isRoute) yield placeOf('entrance', node)
    const registration = call.test(node.type) ? registrationOf(program, node) : undefined
    if (registration) yield placeOf('entrance', registration)
    if (isCompared(node) && wayIn(names.fold(node))) yield placeOf('entrance', node.parent!)
    if (/^process\.argv$|^sys\.argv$|^os\.Args$/.test(pathOf(program, node) ?? '')) yield placeOf('entrance', node)
  }
}

/** A decorator by which a function serves a route, a command or a task. */
const routing =
  /^@[\w.]*[.]?(?:route|get|post|put|patch|delete|command|group|option|argument|websocket|task|expose|api_view|action)\b/

const member = /^(?:MemberExpression|attribute|selector_expression)$/
const pathOf = ({ names }: Program, node: SyntaxNode) => (member.test(node.type) ? names.pathOf(node) : undefined)

type Span = Pick<SyntaxNode, 'start' | 'end'>

const exportHead = (node: SyntaxNode): Span | undefined => {
  if (node.type === 'ExportAllDeclaration') return node
  if (node.type === 'AssignmentExpression') {
    const left = childOf(node, 'left')!
    return /^(?:module\.exports|exports)(?:[.[]|$)/.test(memberText(left)) ? left : undefined
  }
  if (!/^Export(?:Named|Default)Declaration$/.test(node.type)) return undefined
  const declaration = childOf(node, 'declaration')
  if (!declaration) return node
  // Types are no way in.
  if (/^TS(?:Interface|TypeAlias|Declare)/.test(declaration.type)) return undefined
  return { start: node.start, end: headEnd(declaration) }
}

const memberText = (node: SyntaxNode): string => {
  if (node.type === 'Identifier') return String(node.value)
  if (node.type !== 'MemberExpression') return ''
  return `${memberText(childOf(node, 'object')!)}.${String(childOf(node, 'property')?.value ?? '')}`
}

/** The end of the name and the parameters of a declaration. */
const headEnd = (node: SyntaxNode): number => {
  const declarator = childrenOf(node, 'declarations')[0]
  if (declarator) return childOf(declarator, 'id')!.end
  return childOf(node, 'body')?.start ?? node.end
}

const declaredHead = (language: 'python' | 'go', node: SyntaxNode): Span | undefined => {
  const name = childOf(node, 'name')
  const value = String(name?.value ?? '')
  if (language === 'go') {
    if (!/^(?:function_declaration|method_declaration|type_spec)$/.test(node.type) || !/^[A-Z]/.test(value))
      return undefined
    return { start: node.start, end: childOf(node, 'body')?.start ?? name!.end }
  }
  const around = node.parent?.type === 'decorated_definition' ? node.parent.parent : node.parent
  const isTop = around?.type === 'module'
  if (!/^(?:function|class)_definition$/.test(node.type) || !isTop || value.startsWith('_')) return undefined
  return { start: node.start, end: childOf(node, 'body')?.start ?? node.end }
}

const call = /^(?:(?:Optional)?CallExpression|call|call_expression)$/
const registers =
  /^(?:get|post|put|patch|delete|del|all|head|options|use|route|any|register|mount|handle|Handle|HandleFunc|Get|Post|Put|Patch|Delete|GET|POST|PUT|PATCH|DELETE|path|re_path|add_url_rule|add_route|add_api_route|include_router|register_blueprint|command|subcommand|option|requiredOption|add_parser|add_argument|add_subparsers|addCommand|AddCommand|tool|registerTool)$/

const mounts = /^(?:register|mount|use|include_router|register_blueprint|addCommand|AddCommand)$/
const routers = /\b(?:app|router|server|api|fastify|r|mux|root\w*|program|cli)$/i
const commands = /^(?:command|subcommand|option|requiredOption|add_parser|add_argument|tool|registerTool)$/

/** `app.get('/users', …)`: a call with a path, a command or an option, without the functions that it gets. */
const registrationOf = ({ names, tree }: Program, node: SyntaxNode): Span | undefined => {
  const callee = calleeOf(node)
  const name = callee ? calledName(callee) : ''
  if (!callee || !registers.test(name)) return undefined
  const [first] = callArguments(node)
  if (/^(?:Identifier|identifier)$/.test(callee.type) && !/^(?:path|re_path)$/.test(name)) return undefined
  if (first && mounts.test(name) && isFunctionOrName(first)) {
    const owner = tree.text.slice(callee.start, Math.max(callee.start, callee.end - name.length - 1))
    const end = isFunction(first) ? first.start : first.end
    return routers.test(owner) ? { start: node.start, end } : undefined
  }
  const text = first && names.fold(first)
  const isCommand = commands.test(name)
  const isPath = typeof text === 'string' && (/^\/|^\^/.test(text) || /^(?:path|re_path)$/.test(name))
  return typeof text === 'string' && (isCommand || isPath) ? { start: node.start, end: first!.end } : undefined
}

const isFunctionOrName = (node: SyntaxNode) =>
  isFunction(node) || /^(?:Identifier|identifier|MemberExpression|attribute)$/.test(node.type)

const comparing =
  /^(?:BinaryExpression|comparison_operator|binary_expression|SwitchCase|case_clause|case_pattern|expression_case)$/

/** A text that is compared: `path === '/debug'`, `case '--force'`. */
const isCompared = (node: SyntaxNode): boolean =>
  /^(?:StringLiteral|string|interpreted_string_literal)$/.test(node.type) &&
  node.parent !== undefined &&
  comparing.test(node.parent.type) &&
  (!node.parent.type.startsWith('BinaryExpression') || /^(?:===?|!==?)$/.test(String(node.parent.value)))

const wayIn = (value: unknown): boolean => typeof value === 'string' && /^\/[\w:{*-]|^--?[A-Za-z]/.test(value)
