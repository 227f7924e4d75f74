import { calledName } from '../../guards/call-guards.ts'
import { wordsOfName } from '../../guards/words.ts'
import { isFunction, nameOfFunction, type Program } from '../../syntax/names.ts'
import { callArguments } from '../../syntax/names-scripts.ts'
import { calleeOf, childOf, isCall, nearest, walk, type SyntaxNode } from '../../syntax/tree.ts'

const mostChars = 2_000

export const textOf = ({ tree }: Program, { start, end }: SyntaxNode): string =>
  tree.text.slice(start, Math.min(end, start + mostChars))

export type Call = NonNullable<ReturnType<typeof callOf>>

/** A call; its name is the last one of the callee. */
export const callOf = (program: Program, node: SyntaxNode) => {
  const callee = isCall(node) ? calleeOf(node) : undefined
  return callee && { callee, name: calledName(callee), path: textOf(program, callee), values: callArguments(node) }
}

const request =
  /\b(?:req|request|ctx|context|event|r|c)\b(?:[.]request)?[.](?:query|params|param|body|headers?|url|args|form|values|json|get_json|GET|POST|FILES|FormValue|URL|PathValue|cookies|files|QueryParam|Query|searchParams|rawBody|PostFormValue)\b|\bsearchParams[.]get\b/
const sentBody = /\b(?:req|request|ctx[.]request)[.](?:body|json|form|POST|data|get_json)\b/

/** The texts of a node and of the values of its names, a few steps back. */
const textsBehind = (program: Program, node: SyntaxNode, steps = 2): string => {
  const own = textOf(program, node)
  if (steps === 0) return own
  const names = new Set(
    [...walk(node)].flatMap(({ type, value }) => (/^(?:I|i)dentifier$/.test(type) ? [String(value)] : [])),
  )
  const from = program.names.bindings.flatMap((one) => (names.has(one.name) && one.from ? [one.from] : []))
  return [own, ...from.slice(0, 8).map((one) => textsBehind(program, one, steps - 1))].join('\n')
}

/** True if a value comes from a caller's request. */
export const isFromRequest = (program: Program, node: SyntaxNode): boolean => request.test(textsBehind(program, node))
export const isSentBody = (program: Program, node: SyntaxNode): boolean => sentBody.test(textsBehind(program, node))

export const functionText = (program: Program, node: SyntaxNode): string => {
  const { start, end } = nearest(node, isFunction) ?? { start: 0, end: Infinity }
  return program.tree.text.slice(start, Math.min(end, start + functionMostChars))
}

const functionMostChars = 8_000

export const functionName = (node: SyntaxNode): string => {
  const around = nearest(node, isFunction)
  return String((around && nameOfFunction(around))?.value ?? '')
}

const owners =
  /^(?:VariableDeclarator|AssignmentExpression|ObjectProperty|ClassProperty|assignment|short_var_declaration|assignment_statement|keyword_argument|pair|var_spec|keyed_element)$/

/** The words of the name that gets the value of a node: of a variable, a property, or the function that returns it. */
export const ownerWords = (program: Program, node: SyntaxNode): readonly string[] => {
  const owner = nearest(node, (one) => owners.test(one.type) || isFunction(one))
  if (!owner) return []
  if (isFunction(owner)) return wordsOfName(functionName(node))
  const fields = ['id', 'left', 'key', 'name']
  const name = fields.map((field) => childOf(owner, field)).find((one) => one !== undefined) ?? owner.children[0]
  return name && name.start <= node.start ? wordsOfName(textOf(program, name)) : []
}
