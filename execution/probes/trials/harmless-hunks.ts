import { viewsOf, type Language } from '../../test-changes/index.ts'
import type { Hunk } from './hunks.ts'

const imports = /^(?:import\b(?!\()|from \S+ import\b|export\b.*\bfrom\b|(?:const|let|var) [^=]*= ?require\()/
const restOfImport = /^[\w$*{}, ]*$|^\)$|^(?:\w+ )?"[^"]+"$|^`[^`]+`$/

const isImportLine = (line: string) => imports.test(line) || restOfImport.test(line) || line.startsWith('} from ')

/** Whether a hunk only changes which names are imported, from modules that were imported before or no more. */
export const isImportOnly = ({ removed, added }: Hunk, language: Language | undefined): boolean => {
  const lines = [...removed, ...added].map((line) => line.trim()).filter((line) => line !== '')
  if (!lines.every(isImportLine) || !lines.some((line) => imports.test(line) || /from\b|^(?:\w+ )?"/.test(line))) {
    return false
  }
  // A module that is imported for its effect alone, and one that comes in the place of another, are tried.
  const isForEffect = language === 'go' ? /^\s*(?:import )?_ "/ : /^\s*import ?['"]/
  if (removed.some((line) => isForEffect.test(line))) return false
  const was = modulesOf(removed)
  return removed.length === 0 || modulesOf(added).every((module) => was.includes(module))
}

const modulesOf = (lines: readonly string[]) =>
  lines.flatMap((line) => [
    ...[...line.matchAll(/['"`]([^'"`]+)['"`]/g)].map(([, name]) => name!),
    ...[...line.matchAll(/^\s*from\s+(\S+)\s+import\b/g)].map(([, name]) => name!),
    ...[...line.matchAll(/^\s*import\s+([\w.]+)/g)].map(([, name]) => name!),
  ])

const name = /^[A-Za-z_$][\w$]*$/

/** Whether a hunk only gives declared names other names, which the file did not have before. */
export const isRename = ({ removed, added }: Hunk, language: Language | undefined, sides: Sides): boolean => {
  const wordsOf = (lines: readonly string[]): readonly string[] =>
    viewsOf(lines.join('\n'), language).text.match(/[A-Za-z_$][\w$]*|\d+|\S/g) ?? []
  const old = wordsOf(removed)
  const now = wordsOf(added)
  if (old.length !== now.length) return false
  const pairs = new Map<string, string>()
  for (const [at, one] of old.entries()) {
    const other = now[at]!
    if (one !== other && !(name.test(one) && name.test(other))) return false
    if (pairs.has(one) && pairs.get(one) !== other) return false
    pairs.set(one, other)
  }
  const indentations = (lines: readonly string[]) => lines.map((line) => /^[ \t]*/.exec(line)![0]).join('|')
  if (language === 'python' && indentations(removed) !== indentations(added)) return false
  const { before, after } = sides
  return [...pairs].every(
    ([one, other]) =>
      one === other || (isDeclared(one, before) && isDeclared(other, after) && !has(one, after) && !has(other, before)),
  )
}

interface Sides {
  readonly before: string
  readonly after: string
}

const has = (one: string, text: string) => new RegExp(`(?<![\\w$])${RegExp.escape(one)}(?![\\w$])`).test(text)

const isDeclared = (one: string, text: string) =>
  new RegExp(
    `(?:\\b(?:function\\*?|class|const|let|var|def|func)\\s+|^\\s*)${RegExp.escape(one)}(?![\\w$.])\\s*(?:[=:(,]|\\w)`,
    'm',
  ).test(text)

const statement =
  /^\s*(?:if|unless|switch|case|throw|raise|return|panic|assert|await|defer|go|del|with|try|while|for|exit|else|elif)\b|^\s*[\w$.]+(?:\?\.)?\(.*|\b(?:throw|raise|return|panic)\b/
const declaration = /^\s*(?:const|let|var|function|class|def|func|type|interface|import|export|@)\b/

/** Whether removed lines do something by themselves, rather than name values that other lines use. */
export const hasStatement = (lines: readonly string[]): boolean =>
  lines.some((line) => statement.test(line) && !declaration.test(line))

const version = /(?<!\d)\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[\w.]{1,40})?/g

/** Whether a hunk only gives another version number to something that is called a version. */
export const isVersionBump = ({ removed, added }: Hunk): boolean =>
  removed.length === added.length &&
  removed.every((line, at) => {
    const now = added[at]!
    return /version/i.test(line) && line.replaceAll(version, '') === now.replaceAll(version, '')
  })
