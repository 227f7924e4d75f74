import ts from 'typescript'
import { isTest } from './imports.ts'
import { lineAt, nodesOf, type Rule } from './source.ts'

const mayRemove = /^platform\/(storage|removals)\/|^apps\/server\/objects\.ts$/

/** Objects are removed by rows: only platform/removals has what removes them at once. */
export const removers: Rule = (source) => {
  if (mayRemove.test(source.path) || isTest(source.path) || !source.text.includes('ObjectRemover')) return []
  return nodesOf(source)
    .filter((node) => ts.isImportSpecifier(node) && node.name.text === 'ObjectRemover')
    .map((node) => ({
      path: source.path,
      line: lineAt(source, node.getStart(source.tree)),
      wrong: 'imports ObjectRemover',
      instead: 'Call removeLater of platform/removals in the transaction after which no row names the object.',
    }))
}
