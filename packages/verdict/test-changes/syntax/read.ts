import type { Side } from '../change.ts'
import { readByGrammar } from './read-tree-sitter.ts'
import { readJavaScript } from './read-javascript.ts'
import type { SyntaxLanguage, SyntaxTree } from './tree.ts'

/** The language whose grammar reads this file; undefined if none does. */
export const syntaxLanguageOf = (path: string, text = ''): SyntaxLanguage | undefined => {
  if (/[.][cm]?[jt]sx?$/.test(path)) return 'javascript'
  if (/[.]pyi?$/.test(path)) return 'python'
  if (/[.]go$/.test(path)) return 'go'
  if (/[.](?:sh|bash|bats)$/.test(path) || /^#!\S*(?:\/|env )(?:ba|da)?sh\b/.test(text)) return 'shell'
  return undefined
}

const trees = new WeakMap<Side, SyntaxTree | null>()

/** The tree for a file's side; undefined if no grammar reads it. */
export const syntaxOf = (side: Side): SyntaxTree | undefined => {
  const known = trees.get(side)
  if (known !== undefined) return known ?? undefined
  const tree = treeOf(side)
  trees.set(side, tree ?? null)
  return tree
}

const treeOf = ({ path, views: { raw } }: Side): SyntaxTree | undefined => {
  const language = syntaxLanguageOf(path, raw)
  if (!language) return undefined
  const read =
    language === 'javascript' ? readJavaScript(path, raw) : readByGrammar(language, grammarText(language, raw))
  return read && { language, text: raw, ...read }
}

/** A test of bats is a function with a title in the place of a name. */
const grammarText = (language: SyntaxLanguage, raw: string) =>
  language === 'shell'
    ? raw.replace(/(?<![^\n])@test [^\n]*\{$/gm, (head) => `_t() {${' '.repeat(Math.max(0, head.length - 6))}`)
    : raw
