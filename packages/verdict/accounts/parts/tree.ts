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

// More than a file that people write has.
const nodesMost = 1_000_000

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
    const root = nodeAt(undefined)
    let parent = root
    let count = 0
    if (!cursor.gotoFirstChild()) return root
    while (true) {
      count += 1
      if (count > nodesMost) return undefined
      const node = nodeAt(parent)
      parent.children.push(node)
      if (cursor.gotoFirstChild()) {
        parent = node
        continue
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent() || !parent.parent) return root
        parent = parent.parent
      }
    }
  } finally {
    cursor.delete()
  }
}
