import { loadGrammar, parseInTime, Parser, walkTree, type Cursor } from '../../accounts/grammar.ts'
import { nestedNodes } from '../../nested-nodes.ts'
import type { ReadProgram, SyntaxLanguage, SyntaxNode } from './tree.ts'

type GrammarLanguage = Exclude<SyntaxLanguage, 'javascript'>

// Each thread loads the grammars once: this module is loaded by the thread that reads a change, and by tests.
const grammars: Readonly<Record<GrammarLanguage, Awaited<ReturnType<typeof loadGrammar>>>> = {
  python: await loadGrammar('python'),
  go: await loadGrammar('go'),
  shell: await loadGrammar('bash'),
}
const parser = new Parser()

/** The tree of a program; undefined if it takes longer than five seconds. */
export const readByGrammar = (language: GrammarLanguage, text: string): ReadProgram | undefined => {
  parser.reset()
  parser.setLanguage(grammars[language])
  const tree = parseInTime(parser, text)
  if (!tree) return undefined
  try {
    const root = walkTree(tree, (cursor) => nestedNodes<SyntaxNode>(cursor, (parent) => nodeAt(cursor, text, parent)))
    return root && { root, isWhole: !tree.rootNode.hasError }
  } finally {
    tree.delete()
  }
}

const nodeAt = (cursor: Cursor, text: string, parent: SyntaxNode | undefined): SyntaxNode => ({
  type: cursor.nodeType,
  field: cursor.currentFieldName ?? '',
  start: cursor.startIndex,
  end: cursor.endIndex,
  line: cursor.startPosition.row + 1,
  parent,
  children: [],
  value:
    cursor.endIndex - cursor.startIndex > valueMostChars ? undefined : text.slice(cursor.startIndex, cursor.endIndex),
})

// Enough for names, operators and literals: a longer node has other nodes in it, which have values.
const valueMostChars = 500
