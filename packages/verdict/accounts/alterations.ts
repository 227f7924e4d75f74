import type { AccountedFile, ChangePart, TrialFile } from './change.ts'
import { languageAt, readProgram } from './grammar.ts'
import { withEdits, type Range } from './parts/index.ts'
import { treeOf, type SyntaxNode } from './parts/tree.ts'

/** A value, comparison or quantifier that a part adds, and the texts that can replace it. */
export interface Alteration {
  /** The place of its part in the list of parts. */
  readonly part: number
  readonly line: string
  readonly is: string
  /** Tests distinguish the value from others if they notice one of these. */
  readonly others: readonly { readonly text: string; readonly files: readonly TrialFile[] }[]
}

const alterationsMost = 20
// Neighbours of these values are other programs: indexes, counters and empty lists.
const leastValue = 2

/**
 * The alterations of these parts: a whole number of a comparison, a slice or a default, and each one that the request
 * names, becomes its neighbours; a comparison takes in its boundary or leaves it out, if the request speaks of one; `some`
 * becomes `every`, and `includes` becomes `startsWith`. `&&` and `||` need none: each operand is a part. One a line,
 * those with words of the request first.
 */
export const alterationsOf = async (
  files: readonly AccountedFile[],
  parts: readonly ChangePart[],
  { tried, request }: { readonly tried: readonly number[]; readonly request: string },
): Promise<readonly Alteration[]> => {
  const found: (Alteration & { readonly isAsked: boolean })[] = []
  const named = numbersIn(request)
  for (const { path, after } of files) {
    const own = tried.filter((at) => parts[at]!.path === path && /^(?:added|changed)$/.test(parts[at]!.kind))
    if (after === undefined || own.length === 0) continue
    const byLine = new Map<number, FoundValue>()
    for (const place of await placesIn(path, after, { named, hasBoundary: boundary.test(request) })) {
      const part = own.find((at) => parts[at]!.own.some(({ start, end }) => start <= place.start && place.end <= end))
      if (part === undefined || hadIt(parts[part]!, place.is)) continue
      const lineStart = after.lastIndexOf('\n', place.start - 1) + 1
      const onLine = byLine.get(lineStart)
      if (!onLine) byLine.set(lineStart, { part, places: [place] })
      else if (onLine.part === part && onLine.places[0]!.is === place.is) onLine.places.push(place)
    }
    for (const [lineStart, { part, places }] of byLine) {
      const [first] = places
      const lineEnd = after.indexOf('\n', first!.end)
      const edited = (text: string) =>
        withEdits(
          after,
          places.map(({ start, end }) => ({ start, end, text })),
        )
      found.push({
        part,
        line: after.slice(lineStart, lineEnd < 0 ? undefined : lineEnd).trim(),
        is: first!.is,
        isAsked: first!.isAsked,
        others: first!.others.map((text) => ({ text, files: [{ path, text: edited(text) }] })),
      })
    }
  }
  const asked = found.toSorted((one, other) => Number(other.isAsked) - Number(one.isAsked)).slice(0, alterationsMost)
  return asked.map(({ isAsked: _, ...alteration }) => alteration)
}

/** A value of a line; equal ones of its part are altered together, since both sides of a comparison may have it. */
interface FoundValue {
  readonly part: number
  readonly places: AlterableToken[]
}

/** Whether the removed text of a part had a value too, so that the change only moves it. */
const hadIt = ({ removed }: ChangePart, is: string) =>
  new RegExp(`(?<![\\w.$])${RegExp.escape(is)}(?![\\w.$])`).test(removed)

/** Words by which a request speaks of a boundary. */
const boundary =
  /\b(?:at most|at least|more than|less than|fewer than|greater than|up to|from|until|above|below|over|under|between|before|after|older|younger|earlier|later|longer|shorter|limit|inclusive|exclusive|and more|or more|or less)\b/i

const numbersIn = (request: string): ReadonlySet<number> =>
  new Set((request.match(/\d[\d_,]{0,20}/g) ?? []).map((digits) => Number(digits.replaceAll(/[_,]/g, ''))))

interface AlterableToken extends Range {
  readonly is: string
  readonly others: readonly string[]
  /** Whether the request names it. */
  readonly isAsked: boolean
}

interface RequestWords {
  readonly named: ReadonlySet<number>
  readonly hasBoundary: boolean
}

const grammars: ReadonlySet<string> = new Set(['javascript', 'typescript', 'tsx', 'python', 'go'])

const placesIn = async (path: string, text: string, request: RequestWords): Promise<readonly AlterableToken[]> => {
  const grammar = languageAt(path)
  if (grammar === undefined || !grammars.has(grammar)) return []
  const root = await readProgram(path, text, treeOf)
  return root ? nodesIn(root).flatMap((node) => placeOf(node, text, request) ?? []) : []
}

const nodesIn = (root: SyntaxNode): readonly SyntaxNode[] => {
  const all: SyntaxNode[] = [root]
  for (const node of all) for (const child of node.children) all.push(child)
  return all.toSorted((one, other) => one.start - other.start)
}

const placeOf = (node: SyntaxNode, text: string, request: RequestWords): AlterableToken | undefined => {
  const { start, end, type } = node
  const is = text.slice(start, end)
  const token = (others: readonly string[], isAsked = false) => ({ start, end, is, others, isAsked })
  if (/^(?:number|integer|int_literal)$/.test(type)) {
    const value = Number(is.replaceAll('_', ''))
    if (!/^\d[\d_]*$/.test(is) || !Number.isSafeInteger(value + 1) || value < leastValue) return undefined
    const isAsked = request.named.has(value)
    return isAsked || isBound(node, text) ? token([`${value + 1}`, `${value - 1}`], isAsked) : undefined
  }
  const comparison = request.hasBoundary && isComparison(node.parent) ? flipped.get(is) : undefined
  if (comparison !== undefined && !isWithNumber(node.parent!)) return token([comparison])
  const other = quantifiers.get(is)
  return other !== undefined && isCalled(node, text) ? token([other]) : undefined
}

const flipped = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
])
const quantifiers = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['any', 'all'],
  ['all', 'any'],
  ['includes', 'startsWith'],
  ['Contains', 'HasPrefix'],
])

const isComparison = (node: SyntaxNode | undefined): boolean =>
  /^(?:binary_expression|comparison_operator)$/.test(node?.type ?? '') &&
  node!.children.some(({ type }) => flipped.has(type))

const isWithNumber = ({ children }: SyntaxNode) =>
  children.some(({ type }) => /^(?:number|integer|int_literal|unary_expression|unary_operator)$/.test(type))

/** Whether a name is that of a called function or method. */
const isCalled = ({ parent, start, end }: SyntaxNode, text: string): boolean =>
  /^(?:member_expression|attribute|selector_expression|call|call_expression)$/.test(parent?.type ?? '') &&
  text.charAt(end) === '(' &&
  (text.charAt(start - 1) === '.' || /^(?:any|all)$/.test(text.slice(start, end)))

const slices = /(?:^|\.)(?:slice|substring|substr|at|charAt|splice|subarray|islice)$/

const bounding = /^(?:slice|slice_expression|assignment_pattern|default_parameter|typed_default_parameter)$/

/** Whether a number is a boundary: of a comparison, a slice, a default, or a name that has one. */
const isBound = (node: SyntaxNode, text: string): boolean => {
  const { parent } = node
  if (!parent) return false
  if (isComparison(parent) || bounding.test(parent.type)) return true
  if (/^arguments$|^argument_list$/.test(parent.type)) {
    const callee = parent.parent?.children[0]
    return callee !== undefined && slices.test(text.slice(callee.start, callee.end))
  }
  const name = nameOf(node, text)
  return name !== undefined && isCompared(name, text)
}

/** The name for a number; undefined if the number is only a part of the value of the name. */
const nameOf = ({ parent }: SyntaxNode, text: string): string | undefined => {
  const isOnly = parent?.type === 'expression_list' && parent.children.length === 1
  const declares = isOnly ? parent.parent : parent
  if (!declares || !declaring.test(declares.type)) return undefined
  const [first] = declares.children
  const name = first ? text.slice(first.start, first.end) : ''
  return /^[\w$]+$/.test(name) ? name : undefined
}

const declaring = /^(?:variable_declarator|assignment|const_spec|var_spec|short_var_declaration)$/

const isCompared = (name: string, text: string): boolean =>
  new RegExp(`[<>]=? ?${RegExp.escape(name)}(?![\\w$])|(?<![\\w$.])${RegExp.escape(name)} ?[<>]`).test(text)
