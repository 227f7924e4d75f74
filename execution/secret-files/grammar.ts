import { createRequire } from 'node:module'
import { Language, type Node, Parser } from 'web-tree-sitter'
import { lineAt, Unreadable } from './text.ts'

export type Grammar = <Result>(text: string, read: (root: Node) => Result) => Result

/**
 * A reader of one grammar. `read` gets the root of a text without syntax errors; the tree ends with the call.
 * `wasm` is the grammar's module path. Throws Unreadable with `syntax`.
 */
export const grammarOf = async (wasm: string): Promise<Grammar> => {
  if (!languages.has(wasm)) languages.set(wasm, languageOf(wasm))
  const language = await languages.get(wasm)!
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

const languages = new Map<string, Promise<Language>>()

const languageOf = async (wasm: string) => {
  await (started ??= Parser.init())
  return Language.load(createRequire(import.meta.url).resolve(wasm))
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
