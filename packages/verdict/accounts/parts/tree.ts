import { nestedNodes } from '../../nested-nodes.ts'
import type { Tree } from '../grammar.ts'

/** A node of a syntax tree, as a plain value. */
export interface SyntaxNode {
  readonly type: string
  readonly isNamed: boolean
  /** The name under which its parent has it, or ''. */
  readonly field: string
  readonly start: number
  readonly end: number
  readonly parent: SyntaxNode | undefined
  readonly children: SyntaxNode[]
}

/** The nodes of a tree; undefined if there are too many. */
export const treeOf = (tree: Tree): SyntaxNode | undefined => {
  const cursor = tree.walk()
  const nodeAt = (parent: SyntaxNode | undefined): SyntaxNode => ({
    type: cursor.nodeType,
    isNamed: cursor.nodeIsNamed,
    field: cursor.currentFieldName ?? '',
    start: cursor.startIndex,
    end: cursor.endIndex,
    parent,
    children: [],
  })
  try {
    return nestedNodes(cursor, nodeAt)
  } finally {
    cursor.delete()
  }
}
