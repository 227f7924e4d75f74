import { importsOf } from './imports.ts'
import type { Rule, Source, Tree } from './source.ts'

/** The program that serves all workspaces in one thread. */
const servingProgram = 'apps/server/main.ts'

/** Packages that interpret bytes of strangers. */
const parsers =
  /^(@babel\/parser|@rgrove\/parse-xml|@secretlint\/|@vscode\/tree-sitter|css-tree|csv-parse|dot-properties|dotenv|htmlparser2|ini|jsonc-parser|postal-mime|robots-parser|smol-toml|tar-stream|toml-eslint-parser|unpdf|yaml|yauzl)(\/|$)/

/** Files of the serving program that may load one, each with its bound. */
const allowed: Readonly<Record<string, string>> = {
  'platform/storage/s3-xml.ts': 'answers of the bucket that the operator chose, at most 1,000 keys each',
  'execution/repositories/commits/folder-entries.ts':
    'framing of a stream: headers of 512 bytes, with limits on entries and bytes',
  'execution/sandbox/container/engine.ts': 'writes archives and reads none',
  'packages/secret-files/yaml-guard.ts': 'limits what execution/setup/node-of-pipelines.ts reads',
  'execution/setup/node-of-pipelines.ts':
    'read by execution/setup/in-thread.ts alone; loaded to know workflows by path',
  'execution/setup/toml-tables.ts': 'read by execution/setup/in-thread.ts alone; loaded with what knows files by path',
}

/** No package that interprets bytes of strangers is loaded by the program that serves. */
export const outsideBytes: Rule = (source, tree) => {
  if (!servedBy(tree).has(source.path) || source.path in allowed) return []
  return importsOf(source)
    .filter(({ target, typeOnly }) => !typeOnly && parsers.test(target))
    .map(({ target, line }) => ({
      path: source.path,
      line,
      wrong: `the thread that serves loads ${target}`,
      instead: 'Name the module that imports it in an outsideReader of platform/threads, and import only its types.',
    }))
}

const known = new WeakMap<Tree, ReadonlySet<string>>()

/** The paths of all modules that the serving program loads, by their imports. */
export const servedBy = (tree: Tree): ReadonlySet<string> => {
  const found = known.get(tree) ?? reachableFrom(tree)
  known.set(tree, found)
  return found
}

const reachableFrom = (tree: Tree): ReadonlySet<string> => {
  const first = tree.get(servingProgram)
  const reached = new Set<string>()
  const waiting: Source[] = first ? [first] : []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (reached.has(next.path)) continue
    reached.add(next.path)
    for (const { target, local, typeOnly } of importsOf(next)) {
      const source = local && !typeOnly ? tree.get(target) : undefined
      if (source) waiting.push(source)
    }
  }
  return reached
}
