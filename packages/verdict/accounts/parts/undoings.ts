import type { Grammar } from '../grammar.ts'
import type { Edit, Range } from './edits.ts'
import type { SyntaxNode } from './tree.ts'
import { isTernary, type UnitRange } from './unit.ts'

// An undoing removes one unit, such as a statement or an argument: if all tests still pass, no test shows that unit.

type Undoing = readonly Edit[]

const replacement = ({ start, end }: Range, text: string): Edit => ({ start, end, text })
const insertion = (at: number, text: string): Edit => ({ start: at, end: at, text })

/** Ways to take a unit out of its text; the first ones leave a text that most likely compiles. */
export const undoingsOf = (grammar: Grammar, text: string, node: SyntaxNode, range: UnitRange): readonly Undoing[] => {
  switch (range.kind) {
    case 'statement':
      return statementUndoings(grammar, text, node, range)
    case 'arm':
      return isTernary(node.parent!)
        ? otherArmUndoings(text, node)
        : [...rethrowingHandlers(grammar, text, node), [lineRemoval(text, range)]]
    case 'operand':
      return [[operandRemoval(node)]]
    case 'value':
      return [[replacement(node, 'undefined')]]
    case 'member':
    case 'item':
      return [...usingUndoings(grammar, text, node), [memberRemoval(text, node)], [lineRemoval(text, range)]]
    case 'default':
      return [[{ start: blankBefore(text, range.start), end: range.end, text: '' }]]
  }
}

/** Compilers may refuse names that nothing uses, as Go's does: a statement that never runs still uses them. */
const neverRun: Readonly<Partial<Record<Grammar, readonly [string, string]>>> = {
  go: ['if false {\n', '\n}'],
  java: ['if (false) { ', ' }'],
  'c-sharp': ['if (false) { ', ' }'],
  rust: ['if false { ', ' }'],
}
const declarations =
  /declaration|definition|_item$|_spec$|directive|import|package|use_|method|field|class|constructor|enum|attribute/

const statementUndoings = (grammar: Grammar, text: string, node: SyntaxNode, range: UnitRange): readonly Undoing[] => {
  const removal = lineRemoval(text, range)
  const wrap = neverRun[grammar]
  // A declaration in a block would be unknown behind it; a Rust expression without a semicolon is its block's value.
  const canWrap = wrap && !declarations.test(node.type) && !(grammar === 'rust' && text[range.end - 1] !== ';')
  const wrapped = canWrap ? [[insertion(range.start, wrap[0]), insertion(range.end, wrap[1])]] : []
  // A block of Python or Bash must not be empty.
  const emptyStatement = grammar === 'python' ? 'pass' : grammar === 'bash' ? ':' : undefined
  const replaced = emptyStatement === undefined ? [] : [[replacement(range, emptyStatement)]]
  return [...wrapped, [removal], ...replaced]
}

/** Removes a unit with the blanks before it on its line, and with the end of the line if nothing else is on it. */
const lineRemoval = (text: string, { start, end }: Range): Edit => {
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

/** In place of a removed `catch` or `rescue`, the error is thrown again; a removed `finally` is empty. */
const rethrowingHandlers = (grammar: Grammar, text: string, node: SyntaxNode): readonly Undoing[] => {
  const whole = (instead: string): readonly Undoing[] => [[replacement(node, instead)]]
  if (node.type === 'catch_clause') {
    if (grammar === 'java') return rethrowingJavaHandler(text, node)
    if (grammar === 'php') return whole('catch (\\Throwable $undone) { throw $undone; }')
    return whole(grammar === 'c-sharp' ? 'catch { throw; }' : 'catch (undone) { throw undone }')
  }
  if (node.type === 'finally_clause' && grammar !== 'python' && grammar !== 'ruby') return whole('finally { }')
  if (!/^(?:except_clause|except_group_clause|rescue)$/.test(node.type)) return []
  const body = node.children.findLast(({ isNamed }) => isNamed)
  // A `then` of Ruby begins behind the line of `rescue`.
  return body ? [[replacement(body, body.type === 'then' ? '\nraise' : 'raise')]] : []
}

const rethrowingJavaHandler = (text: string, node: SyntaxNode): readonly Undoing[] => {
  const body = node.children.find(({ field }) => field === 'body')
  const parameter = node.children.find(({ type }) => type === 'catch_formal_parameter')
  const name = parameter?.children.find(({ field }) => field === 'name')
  if (!body || !name) return []
  return [[replacement(body, `{ throw new RuntimeException(${text.slice(name.start, name.end)}); }`)]]
}

/** The ternary becomes its other arm. */
const otherArmUndoings = (text: string, node: SyntaxNode): readonly Undoing[] => {
  const ternary = node.parent!
  const named = ternary.children.filter(({ isNamed }) => isNamed)
  const fields = ternary.children.filter(({ field }) => ['consequence', 'alternative', 'body'].includes(field))
  // Python names none of the three: value, condition, other value.
  const arms = fields.length === 2 ? fields : [named[0], named[2]]
  const other = arms.find((one) => one !== node)
  return other ? [[replacement(ternary, `(${text.slice(other.start, other.end)})`)]] : []
}

/** Removes an operand with the operator before it, the first operand with the operator behind it. */
const operandRemoval = (node: SyntaxNode): Edit => {
  const { children } = node.parent!
  const at = children.indexOf(node)
  // Two places before an operand is another operand, with the operator between them.
  const before = children[at - 2]
  if (before) return { start: before.end, end: node.end, text: '' }
  return { start: node.start, end: children[at + 2]?.start ?? node.end, text: '' }
}

/** Go refuses names that nothing uses: `if false { _ = … }` before the statement still uses those in a removed member. */
const usingUndoings = (grammar: Grammar, text: string, node: SyntaxNode): readonly Undoing[] => {
  if (grammar !== 'go') return []
  let statement: SyntaxNode | undefined = node
  while (statement && !/^(?:block|statement_list)$/.test(statement.parent?.type ?? '')) statement = statement.parent
  if (!statement) return []
  const value = node.type === 'keyed_element' ? node.children.at(-1)! : node
  const use = `if false {\n_ = ${text.slice(value.start, value.end)}\n}\n`
  return [[insertion(statement.start, use), memberRemoval(text, node)]]
}

/** Removes a member with the comma behind it, the last member with the comma before it. */
const memberRemoval = (text: string, node: SyntaxNode): Edit => {
  const { children } = node.parent!
  const at = children.indexOf(node)
  const next = children[at + 1]
  if (next?.type === ',') return lineRemoval(text, { start: node.start, end: next.end })
  const before = children[at - 1]
  return { start: before?.type === ',' ? before.start : node.start, end: node.end, text: '' }
}
