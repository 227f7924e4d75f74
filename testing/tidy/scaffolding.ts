import { importsOf, isTest } from './imports.ts'
import type { Rule, Tree } from './source.ts'

/** Files that only tests import belong in testing/, so that the folders of the product hold the product. */
export const scaffolding: Rule = ({ path, isCode }, tree) => {
  if (!isCode || !isProduct(path)) return []
  const users = usersIn(tree).get(path) ?? []
  if (users.length === 0 || users.some((user) => !isTest(user))) return []
  return [
    {
      path,
      line: 1,
      wrong: `is imported by tests alone, as by ${users[0]!}`,
      instead: 'Move it into testing/, or remove it with its tests where nothing needs it.',
    },
  ]
}

const isProduct = (path: string) =>
  /^(apps|domains|execution|platform|packages\/(?!sdk\/)[^/]+)\//.test(path) && !isTest(path)

const known = new WeakMap<Tree, Map<string, string[]>>()

/** The importers of each file. */
const usersIn = (tree: Tree) => {
  const users = known.get(tree) ?? new Map<string, string[]>()
  if (known.has(tree)) return users
  known.set(tree, users)
  for (const source of tree.values())
    for (const { target } of importsOf(source)) users.set(target, [...(users.get(target) ?? []), source.path])
  return users
}
