import ts from 'typescript'
import { lineAt, nodesOf, type Rule } from './source.ts'

const isIndex = (path: string) => /^domains\/[^/]+\/[^/]+\/index\.ts$/.test(path)
// To set up is a verb of the trade, and no write of a column.
const primitive = /^insert[A-Z]|^set(?!Up$)[A-Z]|Row$/

/** A domain's index.ts exports verbs that say what happens, not writes of a row. Types of rows may be exported. */
export const verbs: Rule = (source) => {
  if (!isIndex(source.path)) return []
  return nodesOf(source).flatMap((node) => {
    const name = exportedName(node)
    if (!name || !primitive.test(name.text)) return []
    const wrong = `exports ${name.text}, a write of a row`
    const instead =
      'Export a verb that says what happens, with its event and its audit row: settleInvoice, recordVerdict.'
    return [{ path: source.path, line: lineAt(source, name.getStart(source.tree)), wrong, instead }]
  })
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
