import { type Document, isAlias, isMap, isScalar, isSeq, type Pair, parseAllDocuments, type Scalar } from 'yaml'
import { joinKey, type Entry, type FileContents, type SkippedPlace } from './dialect.ts'
import { lineCounter } from './plain-format.ts'
import { depthMost } from './spelling.ts'
import { lineAt, UnreadableFile } from './text.ts'
import { guardYaml } from './yaml-guard.ts'
import { plainKindOf } from './yaml-spelling.ts'

/** One value, with the pairs and items around it, the innermost last. */
export interface YamlEntry extends Entry {
  readonly around: readonly YamlPlace[]
}

export interface YamlPlace {
  readonly start: number
  readonly end: number
  readonly only: boolean
  readonly flow: boolean
}

/** The documents of a file. Throws UnreadableFile for any that does not parse, and for lines of a template. */
export const documentsOf = (text: string): Document[] => {
  const template = text.search(/^[ \t]*<%(?!=)/m)
  if (template !== -1) throw new UnreadableFile('template', lineAt(text, template))
  guardYaml(text)
  // Its own check of keys is quadratic; `walk` has one.
  const parsed = parseAllDocuments(text, { uniqueKeys: false, merge: true, logLevel: 'silent' })
  const documents = Array.isArray(parsed) ? (parsed as Document[]) : []
  for (const { errors } of documents) {
    const [error] = errors
    if (error) throw new UnreadableFile(ruleOf(error.code), lineAt(text, error.pos[0]))
  }
  return documents
}

const ruleOf = (code: string) =>
  code === 'TAB_AS_INDENT' ? 'tab-as-indent' : code === 'MISSING_CHAR' ? 'unterminated-quote' : 'syntax'

export const readYaml = (text: string): readonly YamlEntry[] => readAllYaml(text).entries

/** Aliases, merges and keys that are no text are no entries: programs read them in the place of other values. */
export const readAllYaml = (text: string): FileContents<YamlEntry> => {
  const documents = documentsOf(text)
  const walk = new YamlWalk(text)
  documents.forEach(({ contents }, at) => walk.node(contents, documents.length > 1 ? [String(at)] : [], []))
  return walk
}

class YamlWalk {
  readonly entries: YamlEntry[] = []
  readonly unread: SkippedPlace[] = []
  readonly #text: string
  readonly #lineOf: (offset: number) => number

  constructor(text: string) {
    this.#text = text
    this.#lineOf = lineCounter(text)
  }

  node(node: unknown, path: readonly string[], around: readonly YamlPlace[]): void {
    if (path.length > depthMost) throw new UnreadableFile('too-deep', lineAt(this.#text, around.at(-1)?.start ?? 0))
    if (isAlias(node)) this.#leave('alias', node)
    else if (isScalar(node)) this.#scalar(node, path, around)
    else if (isMap(node)) this.#map(node.items, node.flow === true, path, around)
    else if (isSeq(node)) this.#sequence(node.items, node.flow === true, path, around)
  }

  #map(items: readonly Pair[], flow: boolean, path: readonly string[], around: readonly YamlPlace[]) {
    const seen = new Set<string>()
    for (const { key, value } of items) {
      if (!isScalar(key) || !key.range) {
        this.#leave('key-without-text', key ?? value)
        continue
      }
      const name = key.source ?? String(key.value)
      const [start] = key.range
      if (name !== '<<' && seen.size === seen.add(name).size) {
        throw new UnreadableFile('duplicate-key', lineAt(this.#text, start))
      }
      const place = { start, end: endOf(value) ?? key.range[1], only: items.length === 1, flow }
      if (name === '<<') this.#leave('merge', key)
      else this.node(value, [...path, name], [...around, place])
    }
  }

  #sequence(items: readonly unknown[], flow: boolean, path: readonly string[], around: readonly YamlPlace[]) {
    // A list without some of its items is another list.
    const aliases = items.filter((item) => isAlias(item))
    aliases.forEach((alias) => this.#leave('alias', alias))
    if (aliases.length > 0) return
    items.forEach((item, at) => {
      const place = { start: startOf(item) ?? 0, end: endOf(item) ?? 0, only: items.length === 1, flow }
      this.node(item, [...path, String(at)], [...around, place])
    })
  }

  #leave(rule: string, node: unknown) {
    this.unread.push({ rule, line: this.#lineOf(startOf(node) ?? 0) })
  }

  #scalar(node: Scalar, path: readonly string[], around: readonly YamlPlace[]) {
    const [start, end] = node.range!
    const kind = plainKindOf(node.value)
    const value = kind === 'text' ? String(node.value) : kind === 'null' ? '' : (node.source ?? String(node.value))
    const isNothing = start === end
    // A value goes right behind the colon: what follows may be a comment.
    const from = isNothing && around.length > 0 ? this.#behindKey(around.at(-1)!, start) : start
    this.entries.push({ key: joinKey(path), value, kind, start: from, end: isNothing ? from : end, around })
  }

  #behindKey(place: YamlPlace, otherwise: number) {
    const colon = this.#text.slice(place.start, otherwise + 1).lastIndexOf(':')
    return colon === -1 ? otherwise : place.start + colon + 1
  }
}

const rangeOf = (node: unknown) => (node as { readonly range?: readonly number[] | null } | null)?.range ?? undefined
const startOf = (node: unknown) => rangeOf(node)?.[0]
const endOf = (node: unknown) => rangeOf(node)?.[1]
