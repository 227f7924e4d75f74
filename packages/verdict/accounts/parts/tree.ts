import { nestedNodes } from '../../nested-nodes.ts'
import { walkTree, type Tree } from '../grammar.ts'
import type { Range } from './edits.ts'

/** A node of a syntax tree, as a plain value. */
export interface SyntaxNode extends Range {
  readonly type: string
  readonly isNamed: boolean
  /** The name under which its parent has it, or ''. */
  readonly field: string
  readonly parent: SyntaxNode | undefined
  readonly children: SyntaxNode[]
}

/** The nodes of a tree; undefined if there are too many. */
export const treeOf = (tree: Tree): SyntaxNode | undefined =>
  walkTree(tree, (cursor) =>
    nestedNodes<SyntaxNode>(cursor, (parent) => ({
      type: cursor.nodeType,
      isNamed: cursor.nodeIsNamed,
      field: cursor.currentFieldName ?? '',
      start: cursor.startIndex,
      end: cursor.endIndex,
      parent,
      children: [],
    })),
  )
