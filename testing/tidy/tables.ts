import ts from 'typescript'
import { lineAt, nodesOf, readOnce, type Finding, type Rule, type Source, type Tree } from './source.ts'

const written = /\b(?:insert\s+into|delete\s+from|update)\s+(?:only\s+)?([a-z_.]+)/g
const read = /\b(?:from|join|using|lock\s+table)\s+(?:only\s+)?([a-z_.]+)|,\s*([a-z_]+)\s+[a-z]{1,2}\s+(?:where|on)\b/g
const sqlWord = /\b(select|insert|update|delete|join|from)\b/
const notOwned = /(^|\/)(testing|bench)\/|\.test\.ts$/

/** The domain, or the folder of platform/ or execution/, whose code a file is. */
const ownerOf = (path: string) =>
  /^(domains\/[^/]+\/[^/]+|platform\/[^/]+|execution\/[^/]+)\//.exec(path)?.[1] ?? path.split('/')[0]!

interface Use {
  readonly source: Source
  readonly line: number
  readonly table: string
  readonly owner: string
  readonly isWrite: boolean
}

/**
 * A table is written by one domain, or by one folder of platform/ or execution/. A domain reads its own tables, and
 * those of platform/ that it declares in its tables.ts; what it wants of another domain's tables it asks of that
 * domain's index.ts: a verb, or a fragment of SQL where a join is needed. Platform cannot ask a domain: its reads of
 * one are in its reads.ts. See decisions/0027.
 */
export const tables: Rule = ({ path }, tree) => {
  const found = findings.get(tree) ?? allFindings(tree)
  findings.set(tree, found)
  return found.filter((finding) => finding.path === path)
}

const findings = new WeakMap<Tree, Finding[]>()

const allFindings = (tree: Tree): Finding[] => {
  const known = tablesOf(tree)
  const names = namesIn(tree)
  const uses = [...tree.values()].flatMap((source) => [...usesIn(source, known), ...insertsIn(source, names)])
  const writers = new Map<string, Set<string>>()
  for (const { table, owner, isWrite } of uses)
    if (isWrite) writers.set(table, (writers.get(table) ?? new Set()).add(owner))
  const declared = declarationsIn(tree)
  return uses.flatMap((use) => {
    const broken = wrongWith(use, writers.get(use.table) ?? new Set(), declared)
    return broken ? [{ path: use.source.path, line: use.line, ...broken }] : []
  })
}

const wrongWith = ({ table, owner, isWrite }: Use, writers: ReadonlySet<string>, declared: ReadonlySet<string>) => {
  const others = [...writers].filter((writer) => writer !== owner).sort()
  if (isWrite) {
    if (others.length === 0) return undefined
    const instead = 'Let one of them write it, and export a verb from its index.ts.'
    return { wrong: `writes ${table}, as ${others.join(' and ')} does`, instead }
  }
  if (others.length === 0 || writers.has(owner)) return undefined
  const isForeignDomain = owner.startsWith('domains/') && others.some((other) => other.startsWith('domains/'))
  if (!isForeignDomain && declared.has(`${owner} ${table}`)) return undefined
  const from = others.join(' and ')
  return isForeignDomain
    ? {
        wrong: `reads ${table}, which ${from} writes`,
        instead: `Ask ${from}/index.ts: for a verb, or a fragment to join.`,
      }
    : {
        wrong: `reads ${table}, which ${from} writes`,
        instead: `Name it in ${owner}/${owner.startsWith('domains/') ? 'tables' : 'reads'}.ts.`,
      }
}

const tablesOf = (tree: Tree) => {
  const created = /\bcreate table (?:if not exists )?([a-z_.]+)/g
  const migrations = [...tree.values()].filter(({ path }) => /^migrations\/.*\.sql$/.test(path))
  return new Set(migrations.flatMap(({ text }) => [...text.matchAll(created)].map(([, name]) => name!)))
}

/** `owner table` for each `table('name', …)` of a domain’s tables.ts, and for each name in a reads.ts below. */
const declarationsIn = (tree: Tree) => {
  const named = (pattern: RegExp, file: RegExp) =>
    [...tree.values()]
      .filter(({ path }) => file.test(path))
      .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, name]) => `${ownerOf(path)} ${name}`))
  return new Set([
    ...named(/\btable\(\s*'([a-z_.]+)'/g, /^domains\/.*\/tables\.ts$/),
    ...named(/'([a-z_]+)'/g, /^(platform|execution)\/[^/]+\/reads\.ts$/),
  ])
}

/** The table behind each name under which a tables.ts exports it; one name means one table in a folder. */
const namesIn = (tree: Tree) => {
  const files = [...tree.values()].filter(({ path }) => /(^|\/)tables\.ts$/.test(path))
  return new Map(
    files.flatMap(({ path, text }) =>
      [...text.matchAll(/export const (\w+) = table\(\s*'([a-z_.]+)'/g)].map(
        ([, name, table]) => [`${ownerOf(path)} ${name}`, table!] as const,
      ),
    ),
  )
}

function usesIn(source: Source, known: ReadonlySet<string>): Use[] {
  return queriesIn(source).flatMap(({ text, line }) => {
    const use = (isWrite: boolean) => (table: string) =>
      known.has(table) ? [{ source, line, table, owner: ownerOf(source.path), isWrite }] : []
    const writes = [...text.matchAll(written)].map(([, name]) => name!)
    const reads = [...text.matchAll(read)].map(([, one, other]) => (one ?? other)!)
    return [...new Set(writes)].flatMap(use(true)).concat([...new Set(reads)].flatMap(use(false)))
  })
}

/** Texts that may be SQL. */
export const queriesIn = readOnce((source) => {
  if (!source.path.endsWith('.ts') || notOwned.test(source.path) || !sqlWord.test(source.text)) return []
  return nodesOf(source).flatMap((node) => {
    const text = textOf(source, node)
    if (text === undefined || !sqlWord.test(text)) return []
    return [{ text, line: lineAt(source, node.getStart(source.tree)) }]
  })
})

/** `insertInto(name, …)`, where `name` is a table of the file’s own folder. */
function insertsIn(source: Source, names: ReadonlyMap<string, string>): Use[] {
  if (!source.path.endsWith('.ts') || notOwned.test(source.path)) return []
  const owner = ownerOf(source.path)
  return [...source.text.matchAll(/\binsertInto\(\s*(\w+)/g)].flatMap(({ 1: name, index }) => {
    const table = names.get(`${owner} ${name}`)
    return table ? [{ source, line: lineAt(source, index), table, owner, isWrite: true }] : []
  })
}

/** The whole text of a template with its gaps, or of a string. */
const textOf = (source: Source, node: ts.Node) =>
  ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isStringLiteral(node)
    ? node.getText(source.tree).slice(1, -1)
    : undefined
