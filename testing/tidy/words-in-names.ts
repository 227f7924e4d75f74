import { basename } from 'node:path/posix'
import ts from 'typescript'
import { lineAt, nodesOf, type Finding, type Rule, type Source, type Tree } from './source.ts'

const glossary = 'docs/glossary.md'
const heading = '## Not in names'
const row = /^\| ([a-z]+) +\| (.+?) +\|$/gm

// Each of these was the name of several things, and says nothing of any of them.
const vagueNames = new Set(
  [
    'Answered Asked Asking Beginning Begun Behind Beside Billed Checked Chosen Committed Copied Counted Crossing Delivered Did',
    'Dispatched Elsewhere Enabled Enclosed Ended Ending Failed Fetched Finalizing Following Found Given Handing Happening Heard Held',
    'Imported Inspected Judged Kept Known Lacks Left LeftBy Listed Lost Made Making Marked Meant Measured Merged',
    'Migrated Moved Moving News Odd OfFile Opened Owed Passed Place Placed Planned Priced Proving Pulled Pushed',
    'Reached Recorded Refused Remembered Restored Reviewed Rotated Said Saved Scoped Sealed Seen Sending Sent Shown Sorted',
    'Spoken Stay Stored Streamed Synced Taken Thing Told Typed Unfit Untrusted Voice Waiting Walking Wanted Watched',
    'Way Written Wrong',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Names use the words of the glossary: none of those that it lists under “Not in names”, in files or declarations.
 * Types, and everything that other files import, are called by a noun of their subject.
 */
export const wordsInNames: Rule = (source, tree) => {
  if (!source.isCode) return []
  return [...bannedWords(source, tree), ...vagueDeclarations(source)]
}

const vagueDeclarations = (source: Source): readonly Finding[] =>
  (source.tree?.statements ?? []).flatMap((statement) =>
    typesAndExports(statement)
      .filter(({ text }) => vagueNames.has(text))
      .map((name) => ({
        path: source.path,
        line: lineAt(source, name.getStart(source.tree)),
        wrong: `the name “${name.text}” says nothing of its subject`,
        instead: 'Write the noun that a reader would search for, such as `ListQuery`, `LineRef` or `PullResult`.',
      })),
  )

const typesAndExports = (statement: ts.Statement): readonly ts.Identifier[] => {
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return [statement.name]
  if (!ts.canHaveModifiers(statement)) return []
  if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
  const declarations: readonly ts.NamedDeclaration[] = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [statement as unknown as ts.NamedDeclaration]
  return declarations.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name] : []))
}

const bannedWords = (source: Source, tree: Tree): readonly Finding[] => {
  const banned = bannedIn(tree)
  const name = basename(source.path).split('.')[0]!
  return [{ name, position: 0 }, ...declaredIn(source)].flatMap(({ name, position }) =>
    wordsOf(name).flatMap((word): Finding[] => {
      const instead = banned.get(word)
      if (instead === undefined) return []
      const wrong = `the name “${name}” has the word “${word}”`
      const line = lineAt(source, position)
      return [{ path: source.path, line, wrong, instead: `The glossary says: ${instead}.` }]
    }),
  )
}

const known = new WeakMap<Tree, ReadonlyMap<string, string>>()

const bannedIn = (tree: Tree): ReadonlyMap<string, string> => {
  const before = known.get(tree)
  if (before) return before
  const section = tree.get(glossary)?.text.split(`${heading}\n`)[1]?.split('\n## ')[0]?.split('\n|---|---|\n')[1] ?? ''
  const banned = new Map([...section.matchAll(row)].map(([, word, instead]) => [word!, instead!]))
  known.set(tree, banned)
  return banned
}

const declaredIn = (source: Source) =>
  nodesOf(source).flatMap((node) => {
    const name = isDeclaration(node) ? node.name : undefined
    if (!name || !ts.isIdentifier(name)) return []
    return [{ name: name.text, position: name.getStart(source.tree) }]
  })

// Not the keys of objects, nor what is taken out of them: those may be names of the API, of a table or of a library.
const isDeclaration = (node: ts.Node) =>
  ts.isVariableDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isParameter(node)

const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
