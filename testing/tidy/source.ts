import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** One text file of the project. */
export interface Source {
  /** From the project's root, with `/`. */
  readonly path: string
  readonly text: string
  readonly isCode: boolean
  /** The syntax tree of a TypeScript or JavaScript file: made when it is asked for, and kept until another one is. */
  readonly tree?: ts.SourceFile
}

/** One broken rule. Both sentences are for the author: what is wrong, and what to write instead. */
export interface Finding {
  readonly path: string
  readonly line: number
  readonly wrong: string
  readonly instead: string
}

/** The whole tree, for rules that need to look into another file. */
export type Tree = ReadonlyMap<string, Source>

export type Rule = (source: Source, tree: Tree) => Finding[]

/** A value that is read of a source once, for rules that compare files. */
export const readOnce = <Read>(read: (source: Source) => Read): ((source: Source) => Read) => {
  const known = new WeakMap<Source, { readonly read: Read }>()
  return (source) => {
    const found = known.get(source) ?? { read: read(source) }
    known.set(source, found)
    return found.read
  }
}

const code = /\.(ts|tsx|js|mjs)$/
const textual = /(\.(ts|tsx|js|mjs|json|css|html|md|sql|sh|yml|yaml)|^bin\/[^.]+|^\.ci\/[^.]+|^\.npmrc)$/
const copied = /(^|\/)fixtures\/|^package-lock\.json$/
const generated = /^packages\/[^/]+\/contract\.json$/

/** Every text file that git knows or would add, without what was copied from elsewhere or made by a program. */
export const readTree = (root: string): Tree => {
  const listed = execFileSync(
    'git',
    ['-c', `safe.directory=${root}`, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const paths = listed.split('\0').filter((path) => textual.test(path) && !copied.test(path) && !generated.test(path))
  const there = paths.filter((path) => existsSync(join(root, path)))
  return treeOf(there.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

export const treeOf = (files: readonly (readonly [path: string, text: string])[]): Tree =>
  new Map(files.map(([path, text]) => [path, sourceOf(path, text)]))

const sourceOf = (path: string, text: string): Source => {
  if (!code.test(path)) return { path, text, isCode: false }
  const source: Source = {
    path,
    text,
    isCode: true,
    get tree() {
      return parsed(source).tree
    },
  }
  return source
}

// The trees of all files take a gigabyte, which a worker of the tests would keep.
let last: { source: Source; tree: ts.SourceFile; nodes: ts.Node[] } | undefined

const parsed = (source: Source) => {
  if (last?.source === source) return last
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }
  const tree = ts.createSourceFile(source.path, source.text, options, true)
  last = { source, tree, nodes: nodesBelow(tree) }
  return last
}

const nodesBelow = (tree: ts.SourceFile): ts.Node[] => {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return nodes
}

/** Every node of `source`, parents first, without its keywords and signs. */
export const nodesOf = (source: Source): readonly ts.Node[] => (source.isCode ? parsed(source).nodes : [])

const knownStarts = new WeakMap<Source, number[]>()

const lineStarts = (source: Source): number[] => {
  const starts = knownStarts.get(source) ?? [0, ...[...source.text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  knownStarts.set(source, starts)
  return starts
}

export const lineAt = (source: Source, position: number): number => {
  const starts = lineStarts(source)
  let from = 0
  let to = starts.length
  while (to - from > 1) {
    const middle = (from + to) >> 1
    if (starts[middle]! <= position) from = middle
    else to = middle
  }
  return to
}
