import { importsOf, isTest } from './imports.ts'
import type { Finding, Rule, Tree } from './source.ts'

/** A file of a domain with fewer lines has a second importer. */
const linesLeast = 30
/** The files with one importer that are left: lower it when there are fewer. */
export const leftMost = 20

/** Files whose name or folder says what they contain, as the table of CONTRIBUTING lists them: they may be small. */
const named =
  /(^|\/)(domain|contract|rules|tables|store|handlers|routes|index|joins|graph)\.ts$|\/(steps|jobs|handlers|operations)\//

/**
 * A file of a domain below 30 lines has a second importer, or is folded into its only one. All are reported when there
 * are more than the number that is left.
 */
export const smallFiles: Rule = ({ path }, tree) => {
  const found = known.get(tree) ?? findSmallFiles(tree)
  known.set(tree, found)
  return found.length > leftMost ? found.filter((finding) => finding.path === path) : []
}

const known = new WeakMap<Tree, Finding[]>()

/** The small files of domains that one file of the product imports, and no other. */
export const findSmallFiles = (tree: Tree): Finding[] => {
  const importers = new Map<string, Set<string>>()
  for (const source of tree.values()) {
    if (isTest(source.path)) continue
    for (const { target } of importsOf(source))
      importers.set(target, (importers.get(target) ?? new Set()).add(source.path))
  }
  return [...tree.values()].flatMap(({ path, text }) => {
    if (!/^domains\/.*\.ts$/.test(path) || isTest(path) || named.test(path)) return []
    const lines = text.trimEnd().split('\n').length
    const [importer, second] = importers.get(path) ?? []
    if (lines >= linesLeast || importer === undefined || second !== undefined) return []
    return [
      {
        path,
        line: 1,
        wrong: `has ${lines} lines, and only ${importer} imports it`,
        instead: `Fold it into ${importer}, or into the file beside it that has the same subject.`,
      },
    ]
  })
}
