import { isFunction } from '../syntax/names.ts'
import { calleeOf, sourceOf, walk, type SyntaxNode, type SyntaxTree } from '../syntax/tree.ts'
import { calledName } from './call-guards.ts'

const leaves =
  /^(?:ThrowStatement|ReturnStatement|ContinueStatement|BreakStatement|throw_statement|raise_statement|return_statement|continue_statement|break_statement|goto_statement)$/
const call = /^(?:(?:Optional)?CallExpression|call|call_expression)$/
const ending = /^(?:exit|_exit|reallyExit|abort|panic|Exit|Fatal|Fatalf|Fatalln|Goexit|redirect|notFound|forbidden)$/

/** A statement that leaves its function or loop, or a call that does not return, such as `exit` and `redirect`. */
export const isExit = (node: SyntaxNode): boolean => {
  if (leaves.test(node.type)) return true
  const callee = call.test(node.type) ? calleeOf(node) : undefined
  return callee !== undefined && ending.test(calledName(callee))
}

/**
 * The last exit in the body of a branch, outside of functions in it. It is a refusal unless it returns a value: it
 * throws, does not return, leaves a loop, or returns nothing or a failure.
 */
export const exitIn = (tree: SyntaxTree, body: SyntaxNode) => {
  const exits = [...walk(body, (node) => !isFunction(node))].filter(isExit)
  const last = exits.at(-1)
  if (!last) return undefined
  const text = sourceOf(tree, body)
  return { text, isRefusal: !/return/i.test(last.type) || refusing.test(sourceOf(tree, last)) || denied.test(text) }
}

const refusing =
  /^return\s*;?$|^return\s+(?:false|False|null|undefined|None|nil|-1)\b|^return\b.*\b(?:err|errors?|fail\w*|refus\w*|reject\w*|invalid\w*|Err|[45]\d\d)\b|^return\b.*(?:Error|Failure|Err)\b/
const denied =
  /\b(?:status|sendStatus|writeHead|WriteHeader|abort|code|Error)\b[^;]{0,40}\b[45]\d\d\b|\breject\s*\(|\bnext\s*\(\s*\w/
