import type { Level } from '../change.ts'
import type { Names } from './names.ts'
import type { SyntaxNode, SyntaxTree } from './tree.ts'

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
  readonly path: string
  readonly tree: SyntaxTree
  readonly names: Names
  /** Whether it is a test, or belongs to tests. */
  readonly isEvidence: boolean
}
