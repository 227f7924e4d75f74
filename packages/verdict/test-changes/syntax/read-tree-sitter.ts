import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type TreeSitter from '@vscode/tree-sitter-wasm'
import { nestedNodes } from '../../nested-nodes.ts'
import type { ReadProgram, SyntaxLanguage, SyntaxNode } from './tree.ts'

const require = createRequire(import.meta.url)
const { Language, Parser } = require('@vscode/tree-sitter-wasm') as typeof TreeSitter
const grammar = (name: string) =>
  Language.load(readFileSync(require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)))

// Each thread starts the parser once: this module is loaded by the thread that reads a change, and by tests.
await Parser.init()
const grammars: Readonly<Record<Exclude<SyntaxLanguage, 'javascript'>, TreeSitter.Language>> = {
  python: await grammar('python'),
  go: await grammar('go'),
  shell: await grammar('bash'),
}
const parser = new Parser()
const longestMs = 5_000

/** The tree of a program; undefined if it takes longer than five seconds. */
export const readByGrammar = (
  language: Exclude<SyntaxLanguage, 'javascript'>,
  text: string,
): ReadProgram | undefined => {
  parser.reset()
  parser.setLanguage(grammars[language])
  const until = performance.now() + longestMs
  const tree = parser.parse(text, undefined, { progressCallback: () => performance.now() > until })
  if (!tree) return undefined
  const cursor = tree.walk()
  try {
    const root = nestedNodes<SyntaxNode>(cursor, (parent) => nodeAt(cursor, text, parent))
    return root && { root, isWhole: !tree.rootNode.hasError }
  } finally {
    cursor.delete()
    tree.delete()
  }
}

const nodeAt = (cursor: TreeSitter.TreeCursor, text: string, parent: SyntaxNode | undefined): SyntaxNode => ({
  type: cursor.nodeType,
  field: cursor.currentFieldName ?? '',
  start: cursor.startIndex,
  end: cursor.endIndex,
  line: cursor.startPosition.row + 1,
  parent,
  children: [],
  value:
    wordMostChars < cursor.endIndex - cursor.startIndex ? undefined : text.slice(cursor.startIndex, cursor.endIndex),
})

// Leaves have a value: names, operators and literals.
const wordMostChars = 500
