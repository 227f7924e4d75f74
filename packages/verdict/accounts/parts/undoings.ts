import type { Grammar } from '../grammar.ts'
import type { Edit } from './edits.ts'
import type { SyntaxNode } from './tree.ts'
import { isTernary, type UnitRange } from './unit.ts'

type Undoing = readonly Edit[]

/** Ways to take a unit out of its text, the best first. */
export const undoingsOf = (grammar: Grammar, text: string, node: SyntaxNode, place: UnitRange): readonly Undoing[] => {
  switch (place.kind) {
    case 'statement':
      return statementUndoings(grammar, text, node, place)
    case 'arm':
      return isTernary(node.parent!) ? [otherArm(text, node)] : [...handlers(grammar, text, node), [taken(text, place)]]
    case 'operand':
      return [[operandEdit(node)]]
    case 'value':
      return [[{ start: node.start, end: node.end, text: 'undefined' }]]
    case 'member':
    case 'item':
      return [...usedElsewhere(grammar, text, node), [memberEdit(text, node)], [taken(text, place)]]
    case 'default':
      return [[{ start: blankBefore(text, place.start), end: place.end, text: '' }]]
  }
}

/** Compiled languages refuse names that nothing uses: a statement that never runs still uses them. */
const neverRun: Readonly<Partial<Record<Grammar, readonly [string, string]>>> = {
  go: ['if false {\n', '\n}'],
  java: ['if (false) { ', ' }'],
  'c-sharp': ['if (false) { ', ' }'],
  rust: ['if false { ', ' }'],
}
const declaring =
  /declaration|definition|_item$|_spec$|directive|import|package|use_|method|field|class|constructor|enum|attribute/
const leaving = /^(?:return|break|continue|throw|yield)/

const statementUndoings = (grammar: Grammar, text: string, node: SyntaxNode, place: UnitRange): readonly Undoing[] => {
  const removal = taken(text, place)
  const wrap = neverRun[grammar]
  const isPlain = wrap && !declaring.test(node.type) && !(grammar === 'rust' && text[place.end - 1] !== ';')
  const wrapped: readonly Undoing[] = isPlain
    ? [
        [
          { start: place.start, end: place.start, text: wrap[0] },
          { start: place.end, end: place.end, text: wrap[1] },
        ],
      ]
    : []
  const emptied = grammar === 'python' ? 'pass' : grammar === 'bash' ? ':' : undefined
  const replaced: readonly Undoing[] =
    emptied === undefined ? [] : [[{ start: place.start, end: place.end, text: emptied }]]
  return leaving.test(node.type) && wrapped.length > 0 ? [...wrapped, [removal]] : [...wrapped, [removal], ...replaced]
}

/** The place with the blanks before it on its line, and the end of its line if nothing else is there. */
const taken = (text: string, { start, end }: UnitRange): Edit => {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const isFirst = text.slice(from, start).trim() === ''
  const lineEnd = text.indexOf('\n', end)
  const rest = text.slice(end, lineEnd < 0 ? text.length : lineEnd)
  if (!isFirst || rest.trim() !== '') return { start, end, text: '' }
  return { start: from, end: lineEnd < 0 ? text.length : lineEnd + 1, text: '' }
}

const blankBefore = (text: string, at: number) => {
  let start = at
  while (start > 0 && text[start - 1] === ' ') start -= 1
  return start
}

/** A handler that is taken out passes the error on. */
const handlers = (grammar: Grammar, text: string, node: SyntaxNode): readonly Undoing[] => {
  const whole = (instead: string): readonly Undoing[] => [[{ start: node.start, end: node.end, text: instead }]]
  if (node.type === 'catch_clause') {
    if (grammar === 'java') return javaHandler(text, node)
    if (grammar === 'php') return whole('catch (\\Throwable $undone) { throw $undone; }')
    return whole(grammar === 'c-sharp' ? 'catch { throw; }' : 'catch (undone) { throw undone }')
  }
  if (node.type === 'finally_clause' && grammar !== 'python' && grammar !== 'ruby') return whole('finally { }')
  if (!/^(?:except_clause|except_group_clause|rescue)$/.test(node.type)) return []
  const body = node.children.findLast(({ isNamed }) => isNamed)
  return body ? [[{ start: body.start, end: body.end, text: body.type === 'then' ? '\nraise' : 'raise' }]] : []
}

const javaHandler = (text: string, node: SyntaxNode): readonly Undoing[] => {
  const body = node.children.find(({ field }) => field === 'body')
  const parameter = node.children.find(({ type }) => type === 'catch_formal_parameter')
  const name = parameter?.children.find(({ field }) => field === 'name')
  if (!body || !name) return []
  const thrown = `{ throw new RuntimeException(${text.slice(name.start, name.end)}); }`
  return [[{ start: body.start, end: body.end, text: thrown }]]
}

/** The ternary becomes its other arm. */
const otherArm = (text: string, node: SyntaxNode): Undoing => {
  const ternary = node.parent!
  const named = ternary.children.filter(({ isNamed }) => isNamed)
  const fields = ternary.children.filter(({ field }) => ['consequence', 'alternative', 'body'].includes(field))
  const arms = fields.length === 2 ? fields : [named[0], named[2]]
  const other = arms.find((one) => one !== node)
  return other ? [{ start: ternary.start, end: ternary.end, text: `(${text.slice(other.start, other.end)})` }] : []
}

/** An operand goes with the operator before it, the first operand with the operator behind it. */
const operandEdit = (node: SyntaxNode): Edit => {
  const { children } = node.parent!
  const at = children.indexOf(node)
  const before = children[at - 2]
  if (before) return { start: before.end, end: node.end, text: '' }
  const next = children[at + 2]
  return { start: node.start, end: next?.start ?? node.end, text: '' }
}

/** Go refuses names that nothing uses: before its statement, a member that is taken out still uses them. */
const usedElsewhere = (grammar: Grammar, text: string, node: SyntaxNode): readonly Undoing[] => {
  if (grammar !== 'go') return []
  let statement: SyntaxNode | undefined = node
  while (statement && !/^(?:block|statement_list)$/.test(statement.parent?.type ?? '')) statement = statement.parent
  if (!statement) return []
  const value = node.type === 'keyed_element' ? node.children.at(-1)! : node
  const use = `if false {\n_ = ${text.slice(value.start, value.end)}\n}\n`
  return [[{ start: statement.start, end: statement.start, text: use }, memberEdit(text, node)]]
}

/** A member goes with the comma behind it, the last member with the comma before it. */
const memberEdit = (text: string, node: SyntaxNode): Edit => {
  const { children } = node.parent!
  const at = children.indexOf(node)
  const isComma = (one: SyntaxNode | undefined) => one?.type === ','
  if (isComma(children[at + 1])) return taken(text, { kind: 'member', start: node.start, end: children[at + 1]!.end })
  return isComma(children[at - 1])
    ? { start: children[at - 1]!.start, end: node.end, text: '' }
    : { start: node.start, end: node.end, text: '' }
}
