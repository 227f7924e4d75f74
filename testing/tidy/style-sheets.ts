import ts from 'typescript'
import { importsOf } from './imports.ts'
import { type Finding, lineAt, nodesOf, readOnce, type Rule, type Tree } from './source.ts'

const main = 'apps/console/main.tsx'

/**
 * A style sheet of a page is read when the page is first opened, and stays. So each of its rules names a class of its
 * own components alone: a component looks the same after any page.
 */
export const styleSheets: Rule = (source, tree) => {
  if (!source.path.startsWith('apps/console/') || !source.path.endsWith('.css')) return []
  const { early, wearers, owners } = styledTree(tree)
  if (early.has(source.path)) return []
  return rulesOf(source).flatMap(({ selector, line, classes }): Finding[] => {
    const foreign = classes.map((name) => foreignWearer(source.path, tree, wearers.get(name) ?? []))
    const other = isAlone.test(selector) ? owners.get(classes[0]!)?.find((path) => path !== source.path) : undefined
    if (other === undefined && foreign.includes(undefined)) return []
    const what = other ?? foreign[0] ?? 'elements without a class'
    return [
      {
        path: source.path,
        line,
        wrong: `“${selector}” also styles ${what}, once this sheet was read`,
        instead:
          'Name a class that only components of this folder wear, or components that import this sheet; what pages share is in styles/.',
      },
    ]
  })
}

const isAlone = /^\.[\w-]+$/

/** A component that wears the class and can be shown without the sheet. */
const foreignWearer = (sheet: string, tree: Tree, wearers: readonly string[]) => {
  const folder = sheet.slice(0, sheet.lastIndexOf('/') + 1)
  return wearers.find((path) => !path.startsWith(folder) && !readWith(path, tree).has(sheet))
}

/** The files that are read before a file runs: its imports, and theirs. */
const readWith = (start: string, tree: Tree): ReadonlySet<string> => {
  const seen = new Set([start])
  for (const path of seen) {
    const source = tree.get(path)
    if (!source?.isCode) continue
    for (const { target, local, typeOnly, late } of importsOf(source)) if (local && !typeOnly && !late) seen.add(target)
  }
  return seen
}

interface Styled {
  /** The sheets that the start page of the console reads. */
  readonly early: ReadonlySet<string>
  /** The components of each class. */
  readonly wearers: ReadonlyMap<string, readonly string[]>
  /** The later sheets with a rule for a class alone. */
  readonly owners: ReadonlyMap<string, readonly string[]>
}

const known = new WeakMap<Tree, Styled>()

const styledTree = (tree: Tree): Styled => {
  const found = known.get(tree) ?? readStyles(tree)
  known.set(tree, found)
  return found
}

const readStyles = (tree: Tree): Styled => {
  const early = readWith(main, tree)
  const wearers = new Map<string, string[]>()
  const owners = new Map<string, string[]>()
  const add = (to: Map<string, string[]>, name: string, path: string) => {
    to.set(name, [...(to.get(name) ?? []), path])
  }
  for (const source of tree.values()) {
    if (!source.path.startsWith('apps/console/')) continue
    for (const name of classesOf(source)) add(wearers, name, source.path)
    if (!source.path.endsWith('.css') || early.has(source.path)) continue
    const alone = rulesOf(source).flatMap(({ selector, classes }) => (isAlone.test(selector) ? classes : []))
    for (const name of new Set(alone)) add(owners, name, source.path)
  }
  return { early, wearers, owners }
}

/** The classes that the elements of a component can wear. */
export const classesOf = readOnce((source): ReadonlySet<string> => {
  if (!source.path.endsWith('.tsx')) return new Set()
  const names = new Set<string>()
  const read = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    if (isText) for (const name of node.text.split(/\s+/)) if (name) names.add(name)
    ts.forEachChild(node, read)
  }
  for (const node of nodesOf(source)) {
    if (ts.isJsxAttribute(node) && /class(Name)?$/i.test(node.name.getText(source.tree)) && node.initializer)
      read(node.initializer)
  }
  return names
})

interface StyleRule {
  readonly selector: string
  readonly line: number
  /** The classes that an element, or what is around it, must have. */
  readonly classes: readonly string[]
}

/** The outermost rules, each selector of a list separately. */
const rulesOf = readOnce((source): StyleRule[] => {
  const text = source.text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/\S/g, ' '))
  const found: StyleRule[] = []
  const open: boolean[] = []
  for (const { 0: match, 1: before = '', index } of text.matchAll(/([^{};]*)([{};])/g)) {
    if (match.endsWith('}')) open.pop()
    if (!match.endsWith('{')) continue
    const isRule = !before.trim().startsWith('@')
    const isFrames = before.trim().startsWith('@keyframes')
    if (isRule && !open.includes(true)) {
      const line = lineAt(source, index + before.length - before.trimStart().length)
      for (const selector of before.split(/,(?![^(]*\))/)) found.push({ ...classesIn(selector), line })
    }
    open.push(isRule || isFrames)
  }
  return found
})

const classesIn = (selector: string) => ({
  selector: selector.trim(),
  classes: [...selector.replaceAll(/:not\([^)]*\)/g, '').matchAll(/\.([\w-]+)/g)].map(([, name]) => name!),
})
