import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type TreeSitter from '@vscode/tree-sitter-wasm'

const require = createRequire(import.meta.url)
export const { Language, Parser } = require('@vscode/tree-sitter-wasm') as typeof TreeSitter

/** The grammars, as `tree-sitter-<name>.wasm` names them, by the endings of their programs. */
const endings = {
  javascript: ['js', 'mjs', 'cjs', 'jsx'],
  typescript: ['ts', 'mts', 'cts'],
  tsx: ['tsx'],
  python: ['py', 'pyi'],
  go: ['go'],
  bash: ['sh', 'bash'],
  rust: ['rs'],
  java: ['java'],
  ruby: ['rb'],
  php: ['php'],
  'c-sharp': ['cs'],
} as const satisfies Record<string, readonly string[]>

export type Grammar = keyof typeof endings
export const grammars = Object.keys(endings) as readonly Grammar[]
/** A syntax tree, which is freed by `delete()`. */
export type Tree = TreeSitter.Tree
export type Node = TreeSitter.Node
export type Cursor = TreeSitter.TreeCursor

const byEnding: ReadonlyMap<string, Grammar> = new Map(
  grammars.flatMap((name) => endings[name].map((ending) => [ending, name] as const)),
)

/** The grammar of a program, by the ending of its path; undefined for other endings. */
export const languageAt = (path: string): Grammar | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.includes('.') ? byEnding.get(name.slice(name.lastIndexOf('.') + 1)) : undefined
}

const mostChars = 1_000_000
const mostNodes = 500_000
const longestMs = 5_000

/**
 * The tree of a program, whose indexes count UTF-16 units. Undefined without a grammar, for a text that the grammar does
 * not read from beginning to end, and above a million characters, 500,000 nodes or five seconds.
 */
export const parseProgram = async (path: string, text: string): Promise<Tree | undefined> => {
  const name = languageAt(path)
  // Grammars take a zero for the end of the text.
  if (name === undefined || text.length > mostChars || text.includes('\0')) return undefined
  const language = await loadGrammar(name)
  const parser = new Parser()
  try {
    parser.setLanguage(language)
    const tree = parseInTime(parser, text)
    if (!tree) return undefined
    if (!tree.rootNode.hasError && tree.rootNode.descendantCount <= mostNodes) return tree
    tree.delete()
    return undefined
  } finally {
    parser.delete()
  }
}

/** The result of `read` for the tree of a program, which is freed then; undefined as for `parseProgram`. */
export const readProgram = async <T>(path: string, text: string, read: (tree: Tree) => T): Promise<T | undefined> => {
  const tree = await parseProgram(path, text)
  try {
    return tree && read(tree)
  } finally {
    tree?.delete()
  }
}

/** The result of `read` for a cursor at the root of a tree. */
export const walkTree = <T>(tree: Tree, read: (cursor: Cursor) => T): T => {
  const cursor = tree.walk()
  try {
    return read(cursor)
  } finally {
    cursor.delete()
  }
}

/** The tree of a text; null if it takes longer than five seconds. */
export const parseInTime = (parser: TreeSitter.Parser, text: string): Tree | null => {
  const until = performance.now() + longestMs
  return parser.parse(text, undefined, { progressCallback: () => performance.now() > until })
}

const languages = new Map<Grammar, Promise<TreeSitter.Language>>()

export const loadGrammar = (name: Grammar): Promise<TreeSitter.Language> => {
  const known = languages.get(name) ?? load(name)
  languages.set(name, known)
  return known
}

const load = async (name: Grammar): Promise<TreeSitter.Language> => {
  await Parser.init()
  return Language.load(readFileSync(require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)))
}
