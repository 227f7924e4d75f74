import { posix } from 'node:path'
import ts from 'typescript'
import { lineAt, nodesOf, type Finding, type Rule, type Source, type Tree } from './source.ts'
import { queriesIn } from './tables.ts'

const domainOf = (path: string) => /^domains\/([^/]+\/[^/]+)\/index\.ts$/.exec(path)?.[1]

/** Domains whose index.ts is judged by the files behind its names. In all others the names themselves are judged. */
const judgedByOrigin: ReadonlySet<string> = new Set([
  'code/projects',
  'code/repository-records',
  'delivery/agent-work',
  'delivery/cycles',
  'delivery/tasks',
  'delivery/workbench',
])

/**
 * A domain's index.ts exports verbs that say what happens, not writes of a row. Types of rows may be exported. See
 * decisions/0322.
 */
export const verbs: Rule = (source, tree) => {
  const domain = domainOf(source.path)
  if (domain === undefined) return []
  return nodesOf(source).flatMap((node) =>
    judgedByOrigin.has(domain) ? fromWritingStore(source, tree, node) : namedAsWrite(source, node),
  )
}

const fromWritingStore = (source: Source, tree: Tree, node: ts.Node): Finding[] => {
  const name = exportedName(node)
  const from = name && ts.isExportSpecifier(node) ? node.parent.parent.moduleSpecifier : undefined
  if (!name || !from || !ts.isStringLiteral(from)) return []
  const store = tree.get(posix.join(posix.dirname(source.path), from.text))
  if (!store || !/\/store[^/]*\.ts$/.test(store.path) || !isWriting(store)) return []
  const wrong = `exports ${name.text} from ${posix.basename(store.path)}, whose statements write or lock`
  const instead =
    'Export a verb of a file beside it, which calls the statements of what happens; keep reads in a store of their own.'
  return [{ path: source.path, line: lineAt(source, name.getStart(source.tree)), wrong, instead }]
}

const writing =
  /\b(insert\s+into|delete\s+from|update\s+(only\s+)?[a-z_]+(\s+[a-z]+)?\s+set|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share|pg_advisory\w*)\b/

const isWriting = (store: Source) =>
  /\binsertInto\(/.test(store.text) || queriesIn(store).some(({ text }) => writing.test(text))

// To set up is a verb of the trade, and no write of a column.
const primitive = /^insert[A-Z]|^set(?!Up$)[A-Z]|Row$/

const namedAsWrite = (source: Source, node: ts.Node): Finding[] => {
  const name = exportedName(node)
  if (!name || !primitive.test(name.text)) return []
  const wrong = `exports ${name.text}, a write of a row`
  const instead =
    'Export a verb that says what happens, with its event and its audit row: settleInvoice, recordVerdict.'
  return [{ path: source.path, line: lineAt(source, name.getStart(source.tree)), wrong, instead }]
}

const exportedName = (node: ts.Node): ts.Identifier | undefined => {
  if (ts.isExportSpecifier(node)) {
    const isType = node.isTypeOnly || node.parent.parent.isTypeOnly
    return !isType && ts.isIdentifier(node.name) ? node.name : undefined
  }
  if (!ts.isVariableDeclaration(node) && !ts.isFunctionDeclaration(node)) return undefined
  const isExported = (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0
  return isExported && node.name && ts.isIdentifier(node.name) ? node.name : undefined
}
