import type { Edit, Range } from './edits.ts'
import type { SyntaxNode } from './tree.ts'

/**
 * The kinds of units. `statement`: also a declaration. `arm`: `a` in `c ? a : b`, an `else`, a `case`, a `catch`. `operand`:
 * `b` in `a && b`. `default`: `= 1` of a parameter. `member`: an argument or a value of a list on a line of its own.
 * `item`: such a value beside others on its line. `value`: the expression that an arrow function returns.
 */
export type UnitKind = 'statement' | 'arm' | 'operand' | 'default' | 'member' | 'item' | 'value'

/** A piece of a program that can be taken out on its own. Units are nested, and never overlap. */
export interface Unit extends Range {
  readonly kind: UnitKind
  /** The type of its node in the grammar. */
  readonly type: string
  readonly node: SyntaxNode
  /** Ways to take it out of its text, the best first. The first is chosen that leaves a program. */
  readonly undoings: readonly (readonly Edit[])[]
  readonly children: readonly Unit[]
}

/** A unit's kind and place. */
export type UnitRange = Pick<Unit, 'kind' | 'start' | 'end'>

/** The node of a ternary around one of its arms, which is a unit. */
export const isTernary = ({ type }: SyntaxNode) =>
  /^(?:ternary_expression|conditional_expression|conditional)$/.test(type)
