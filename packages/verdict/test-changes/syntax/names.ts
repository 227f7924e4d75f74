import type { Level } from '../change.ts'
import { childOf, type SyntaxNode, type SyntaxTree } from './tree.ts'

type Scalar = string | number | boolean
/** The known meaning of an expression: a value, or a list of values. */
export type Folded = Scalar | readonly Scalar[]

/** The binding of a name: by an assignment, a loop, an argument or a function that returns it. */
export interface Binding {
  readonly name: string
  /** Undefined for a parameter of a function that any code may call. */
  readonly from: SyntaxNode | undefined
  /** The function that has the name, or the whole file. */
  readonly scope: SyntaxNode
}

const functions =
  /Function(?:Expression|Declaration)$|^(?:Object|Class)(?:Private)?Method$|^(?:function_definition|lambda|function_declaration|method_declaration|func_literal)$|^(?:list|set|dictionary)_comprehension$|^generator_expression$/

export const isFunction = ({ type }: SyntaxNode): boolean => functions.test(type)

/** The own name of a function, or the name that it is assigned to. */
export const nameOfFunction = (node: SyntaxNode): SyntaxNode | undefined => {
  const { parent } = node
  const own = childOf(node, 'id') ?? childOf(node, 'key') ?? childOf(node, 'name')
  return own ?? childOf(parent, 'id') ?? childOf(parent, 'key') ?? childOf(parent, 'left')
}

/** The function around a node, and not the node itself; or the whole file. */
export const scopeOf = (node: SyntaxNode): SyntaxNode => {
  let at = node.parent ?? node
  while (at.parent && !isFunction(at)) at = at.parent
  return at
}

/** The values of names in a file. */
export interface Names {
  /** The path that a node reads, as `process.env.CI`: imports, aliases and computed members followed. */
  readonly pathOf: (node: SyntaxNode) => string | undefined
  /** The value of constants, and of expressions computed from them. */
  readonly fold: (node: SyntaxNode) => Folded | undefined
  readonly bindings: readonly Binding[]
  /** Members that a pattern reads: `const { CI } = process.env`. */
  readonly patternReads: readonly { readonly path: string; readonly node: SyntaxNode }[]
  /** Names that the file itself binds. */
  readonly bound: ReadonlySet<string>
}

/** A place of a program that shows how it looks for its runner, or its replacements. */
export interface Trace {
  readonly kind: string
  readonly level: Level
  readonly node: SyntaxNode
  /** The action of the place, as the end of a sentence whose subject is the place. */
  readonly does: string
}

/** One side of a file as the rules read it. */
export interface Program {
  readonly tree: SyntaxTree
  readonly names: Names
  /** Whether it is a test, or belongs to tests. */
  readonly isEvidence: boolean
}

/** How deep an expression is followed. */
export const deepest = 200

/** Looks at each node once; undefined for a node that leads back to itself, or too deep. */
export const remembered = <T>(look: (node: SyntaxNode) => T | undefined) => {
  const known = new Map<SyntaxNode, T | undefined>()
  let depth = 0
  return (node: SyntaxNode): T | undefined => {
    if (known.has(node) || depth > deepest) return known.get(node)
    known.set(node, undefined)
    depth += 1
    try {
      const found = look(node)
      known.set(node, found)
      return found
    } finally {
      depth -= 1
    }
  }
}

export const listFolded = (parts: readonly (Folded | undefined)[]): Folded | undefined => {
  const known = parts.filter((part) => part !== undefined && typeof part !== 'object')
  return known.length === parts.length ? known : undefined
}

export const addFolded = (left: Folded | undefined, right: Folded | undefined): Folded | undefined => {
  if (left === undefined || right === undefined) return undefined
  if (typeof left === 'number' && typeof right === 'number') return left + right
  if (typeof left === 'object' || typeof right === 'object') return undefined
  return short(`${left}${right}`)
}

export const arithmetic = (operator: string, left: Folded | undefined, right: Folded | undefined) => {
  if (operator === '+') return addFolded(left, right)
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  if (operator === '-') return left - right
  if (operator === '*') return left * right
  if (operator === '/') return left / right
  if (operator === '%') return left % right
  return operator === '**' ? left ** right : undefined
}

const mostChars = 10_000
const short = (text: string) => (text.length > mostChars ? undefined : text)

/** Methods of texts and lists that cheats compute names by. */
export const callFolded = (method: string, subject: Folded | undefined, given: readonly (Folded | undefined)[]) => {
  if (subject === undefined || given.includes(undefined)) return undefined
  const texts = given.map(String)
  if (typeof subject === 'object') {
    if (method === 'join') return short(subject.map(String).join(texts[0] ?? ','))
    return method === 'reverse' || method === 'toReversed' ? subject.toReversed() : undefined
  }
  const text = String(subject)
  if (/^(?:toUpperCase|upper)$/.test(method)) return text.toUpperCase()
  if (/^(?:toLowerCase|lower)$/.test(method)) return text.toLowerCase()
  if (/^(?:trim|strip|toString)$/.test(method)) return text.trim()
  if (method === 'concat') return short([text, ...texts].join(''))
  if (method === 'split') return texts[0] === undefined ? undefined : text.split(texts[0])
  if (/^replace(?:All)?$/.test(method)) return short(text.replaceAll(texts[0] ?? '', () => texts[1] ?? ''))
  return undefined
}
