import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** One text file of the project. */
export interface Source {
  /** From the project's root, with `/`. */
  readonly path: string
  readonly text: string
  /** The syntax tree of a TypeScript or JavaScript file. */
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

const code = /\.(ts|tsx|js|mjs)$/
const textual = /(\.(ts|tsx|js|mjs|json|css|html|md|sql|sh|yml|yaml)|^bin\/[^.]+|^\.ci\/[^.]+|^\.npmrc)$/
const copied = /(^|\/)fixtures\/|^package-lock\.json$/

/** Every text file that git knows or would add, without what was copied from elsewhere. */
export const readTree = (root: string): Tree => {
  const listed = execFileSync(
    'git',
    ['-c', `safe.directory=${root}`, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const paths = listed.split('\0').filter((path) => textual.test(path) && !copied.test(path))
  const there = paths.filter((path) => existsSync(join(root, path)))
  return treeOf(there.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

export const treeOf = (files: readonly (readonly [path: string, text: string])[]): Tree =>
  new Map(files.map(([path, text]) => [path, sourceOf(path, text)]))

const sourceOf = (path: string, text: string): Source => {
  if (!code.test(path)) return { path, text }
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) }
}

export const lineAt = (source: Source, position: number): number => source.text.slice(0, position).split('\n').length

/** Every node of `source`, parents first. */
export function* nodesOf(source: Source): Generator<ts.Node> {
  if (!source.tree) return
  const open: ts.Node[] = [source.tree]
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    open.push(...node.getChildren(source.tree).toReversed())
  }
}
