import type TreeSitter from '@vscode/tree-sitter-wasm'
import { nodesMost } from './test-changes/syntax/tree.ts'

/** The root of the nodes below a cursor, each made by `nodeAt` for its parent; undefined if there are too many. */
export const nestedNodes = <N extends { readonly parent: N | undefined; readonly children: N[] }>(
  cursor: TreeSitter.TreeCursor,
  nodeAt: (parent: N | undefined) => N,
): N | undefined => {
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
}
