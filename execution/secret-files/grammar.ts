import { fileURLToPath } from 'node:url'
import { Language, type Node, Parser } from 'web-tree-sitter'
import { lineAt, Unreadable } from './text.ts'

/**
 * A reader of one grammar. `read` gets the root of a text without syntax errors; the tree ends with the call.
 * `wasm` is the grammar's module path. Throws Unreadable with `syntax`.
 */
export const grammarOf = async (
  wasm: string,
): Promise<<Result>(text: string, read: (root: Node) => Result) => Result> => {
  await (started ??= Parser.init())
  const language = await Language.load(fileURLToPath(import.meta.resolve(wasm)))
  return (text, read) => {
    const parser = new Parser().setLanguage(language)
    const tree = parser.parse(text)
    try {
      if (!tree || tree.rootNode.hasError) throw new Unreadable('syntax', lineAt(text, errorAt(tree?.rootNode)))
      return read(tree.rootNode)
    } finally {
      tree?.delete()
      parser.delete()
    }
  }
}

let started: Promise<void> | undefined

/** Down to the first broken node; a tree may be as deep as its text is long, so without recursion. */
const errorAt = (root: Node | undefined): number => {
  let at = root
  for (;;) {
    const inner = at?.children.find((child) => child.hasError || child.isError || child.isMissing)
    if (!inner) return at?.startIndex ?? 0
    at = inner
  }
}
