/** A node of a syntax tree, alike for every parser. */
export interface SyntaxNode {
  readonly type: string
  /** The name under which its parent has it. */
  readonly field: string
  readonly start: number
  readonly end: number
  /** Counted from 1. */
  readonly line: number
  readonly parent: SyntaxNode | undefined
  readonly children: SyntaxNode[]
  /** The value of a literal, the name of an identifier, or an operator. */
  readonly value: string | number | boolean | undefined
}

export type SyntaxLanguage = 'javascript' | 'python' | 'go' | 'shell'

export interface SyntaxTree {
  readonly language: SyntaxLanguage
  readonly text: string
  readonly root: SyntaxNode
  /** Whether the grammar reads all of it. */
  readonly isWhole: boolean
}

/** A parser's result of a text. */
export type ReadProgram = Pick<SyntaxTree, 'root' | 'isWhole'>

/** More nodes than a file that people write has. */
export const nodesMost = 1_000_000

export const childOf = (node: SyntaxNode | undefined, field: string): SyntaxNode | undefined =>
  node?.children.find((child) => child.field === field)

export const childrenOf = (node: SyntaxNode | undefined, field: string): SyntaxNode[] =>
  node?.children.filter((child) => child.field === field) ?? []

const calls = /^(?:(?:Optional)?CallExpression|NewExpression|call|call_expression)$/

export const isCall = ({ type }: SyntaxNode): boolean => calls.test(type)

/** The function of a call in any language. */
export const calleeOf = (node: SyntaxNode): SyntaxNode | undefined =>
  childOf(node, 'callee') ?? childOf(node, 'function')

/** The node and everything below it, in the order of the text; below a node that `enters` declines, nothing. */
export function* walk(node: SyntaxNode, enters: (node: SyntaxNode) => boolean = () => true): Generator<SyntaxNode> {
  const stack = [node]
  for (let next = stack.pop(); next; next = stack.pop()) {
    yield next
    if (!enters(next)) continue
    for (let at = next.children.length - 1; at >= 0; at -= 1) stack.push(next.children[at]!)
  }
}

/** The nearest node around a node, or the node itself, that `is` accepts. */
export const nearest = (node: SyntaxNode, is: (node: SyntaxNode) => boolean): SyntaxNode | undefined => {
  let at: SyntaxNode | undefined = node
  while (at && !is(at)) at = at.parent
  return at
}

export const isInside = (node: SyntaxNode, outer: SyntaxNode): boolean =>
  node.start >= outer.start && node.end <= outer.end

/** The source of a node with single spaces and one kind of quotes. */
export const sourceOf = ({ text }: SyntaxTree, { start, end }: SyntaxNode): string =>
  text
    .slice(start, Math.min(end, start + sourceMostChars))
    .replace(/['`]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()

const sourceMostChars = 400
