import type { SyntaxNode } from '../syntax/tree.ts'

/** The subject that a place of a program guards, or the way in which it reaches beyond the program. */
export type GuardKind =
  /** A check of who may do something. */
  | 'access'
  /** A signature, a comparison in constant time, escaping, or whom a connection is made to. */
  | 'signature'
  /** A comparison with a literal or a setting, whose body refuses. */
  | 'limit'
  /** Data or files that go. */
  | 'deletion'
  /** Another machine: its address, or a call that opens the network. */
  | 'address'
  | 'environment'
  /** This program's process, others that it starts, and text or modules that it runs. */
  | 'process'
  /** A file that is written. */
  | 'file'
  /** A new way in: a route, a command, an option, a name that other files can import. */
  | 'entrance'
  /** A new way out of a function that was there, before statements that were there. */
  | 'way_out'
  /** A name that is defined again in the same place. */
  | 'defined_twice'
  /** An assignment to a name of another module or of a built-in. */
  | 'foreign_name'

/** A place of a program. Lines are counted from 1, and `start` and `end` from 0, in UTF-16 code units. */
export interface Guard {
  readonly line: number
  readonly endLine: number
  readonly start: number
  readonly end: number
  readonly kind: GuardKind
}

/** A guard before its lines are counted. */
export type GuardPlace = Pick<Guard, 'start' | 'end' | 'kind'>

export const placeOf = (kind: GuardKind, { start, end }: Pick<SyntaxNode, 'start' | 'end'>): GuardPlace => ({
  kind,
  start,
  end,
})
