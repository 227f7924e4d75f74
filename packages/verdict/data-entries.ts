import { parseTree, type Node as JsonNode, type ParseError } from 'jsonc-parser'
import { CST, isMap, isScalar, isSeq, Lexer, parseDocument } from 'yaml'
import { guardYaml } from '../secret-files/index.ts'
import { setOf } from './set-of.ts'
import { lineAt } from './test-changes/hits.ts'

/** A key of a data file whose value differs, each side with its path and its value in one line. */
interface DataEntry {
  /** The line of its value after the change, counted from 1; before the change if it was removed. */
  readonly line: number
  readonly before: string | undefined
  readonly after: string | undefined
}

/** A longer entry is split into the entries below it, so that a sentence can quote each entry whole. */
const entryMostChars = 100
const textMostChars = 100_000
const deepest = 20

/** A value of a data file. */
interface Data {
  /** All of it in one line. */
  readonly flow: string
  /** The place in its text at which it begins, in characters. */
  readonly at: number
  /** The values of a map by their keys, or of a list by their places. */
  readonly inner?: { readonly kind: 'map' | 'list'; readonly values: ReadonlyMap<string, Data> }
}

/**
 * The smallest values that differ between two texts of JSON, YAML or sections of keys; undefined if a side is no such
 * data, if more than values differs (comments, anchors, the order of keys), or if a value is too long for one line.
 */
export const changedEntries = (path: string, before: string, after: string): readonly DataEntry[] | undefined => {
  const read = readerOf(path)
  if (!read || before.length > textMostChars || after.length > textMostChars) return undefined
  try {
    const was = read(before)
    const is = read(after)
    if (!was || was.notes.join('\n') !== is?.notes.join('\n')) return undefined
    const entries = differences({ before: was.data, after: is.data, keys: [] })
    if (!entries || entries.length === 0) return undefined
    return entries.map(({ at, ...entry }) => ({
      line: lineAt(entry.after === undefined ? before : after, at),
      ...entry,
    }))
  } catch {
    return undefined
  }
}

interface Sides {
  readonly before: Data | undefined
  readonly after: Data | undefined
  readonly keys: readonly string[]
}

type PlacedEntry = Omit<DataEntry, 'line'> & { readonly at: number }

const differences = ({ before, after, keys }: Sides): readonly PlacedEntry[] | undefined => {
  if (before?.flow === after?.flow) return []
  const was = before?.inner
  const is = after?.inner
  const isNested = was && is && was.kind === is.kind && (was.kind === 'map' || was.values.size === is.values.size)
  const [old, now] = [before, after].map((data) => data && entryText(keys, data))
  const fits = [old, now].every((text) => (text?.length ?? 0) <= entryMostChars)
  if (keys.length > 0 && !isNested && fits) return [{ at: (after ?? before)!.at, before: old, after: now }]
  // A long value is split if it was added or removed, a long list if items of it were added or removed at one place.
  const inner = isNested || !before || !after ? valuesByKey(was, is) : addedOrRemovedItems(was, is)
  if (!inner || inner.size === 0) return undefined
  const found: PlacedEntry[] = []
  for (const [name, sides] of inner) {
    const entries = differences({ ...sides, keys: [...keys, name] })
    if (!entries) return undefined
    found.push(...entries)
  }
  return found
}

type InnerSides = ReadonlyMap<string, Omit<Sides, 'keys'>>

const valuesByKey = (was: Data['inner'], is: Data['inner']): InnerSides => {
  const keys = new Set([...(was?.values.keys() ?? []), ...(is?.values.keys() ?? [])])
  return new Map([...keys].map((key) => [key, { before: was?.values.get(key), after: is?.values.get(key) }]))
}

/** The items by which one list is longer; undefined if anything else differs. */
const addedOrRemovedItems = (was: Data['inner'], is: Data['inner']): InnerSides | undefined => {
  if (was?.kind !== 'list' || is?.kind !== 'list') return undefined
  const old = [...was.values.values()]
  const now = [...is.values.values()]
  const [shorter, longer] = old.length < now.length ? [old, now] : [now, old]
  const differs = shorter.findIndex((item, place) => item.flow !== longer[place]!.flow)
  const start = differs === -1 ? shorter.length : differs
  const count = longer.length - shorter.length
  if (!shorter.slice(start).every((item, place) => item.flow === longer[start + count + place]!.flow)) return undefined
  return new Map(
    longer.slice(start, start + count).map((item, place) => {
      const sides = longer === now ? { before: undefined, after: item } : { before: item, after: undefined }
      return [String(start + place), sides]
    }),
  )
}

const entryText = (keys: readonly string[], { flow }: Data) => pair(keys.join('.'), flow)
const pair = (key: string, flow: string) => (flow === '' ? key : `${key}: ${flow}`)

const valueAt = (flow: string, at: number): Data => ({ flow, at })
const mapAt = (values: ReadonlyMap<string, Data>, at: number): Data => ({
  flow: `{ ${[...values].map(([key, { flow }]) => pair(key, flow)).join(', ')} }`,
  at,
  inner: { kind: 'map', values },
})

/** A map of entries; undefined if one of them is no data, or if two have the same key. */
const mapOf = (entries: readonly Entry[], at: number): Data | undefined => {
  const values = new Map(entries.flatMap(([key, value]) => (value ? [[key, value] as const] : [])))
  return values.size === entries.length ? mapAt(values, at) : undefined
}

type Entry = readonly [key: string, value: Data | undefined]

/** A list of items; undefined if one of them is no data. */
const listOf = (items: readonly (Data | undefined)[], at: number): Data | undefined => {
  const known = items.filter((item) => item !== undefined)
  if (known.length < items.length) return undefined
  const values = new Map(known.map((item, place) => [String(place), item]))
  return { flow: `[${known.map(({ flow }) => flow).join(', ')}]`, at, inner: { kind: 'list', values } }
}

/** A text of data; `notes` are its comments. */
interface DataText {
  readonly data: Data
  readonly notes: readonly string[]
}

const readerOf = (path: string): ((text: string) => DataText | undefined) | undefined => {
  if (/[.]json$/i.test(path)) return readJson
  if (/[.]ya?ml$/i.test(path)) return readYaml
  return /(?:^|\/)[.]editorconfig$|[.](?:ini|cfg)$/i.test(path) ? readSections : undefined
}

const nothing: DataText = { data: mapAt(new Map(), 0), notes: [] }

const readJson = (text: string): DataText | undefined => {
  if (text.trim() === '') return nothing
  const root = jsonTree(text)
  const data = root && jsonData(root, text, 0)
  return data && { data, notes: [] }
}

/** The tree of a JSON text; undefined for another text, and for JSON with comments or trailing commas. */
export const jsonTree = (text: string): JsonNode | undefined => {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  return errors.length === 0 ? root : undefined
}

const jsonData = (node: JsonNode, text: string, depth: number): Data | undefined => {
  if (depth > deepest) return undefined
  const { type, offset, length, children = [] } = node
  const dataOf = (child: JsonNode) => jsonData(child, text, depth + 1)
  if (type === 'array') return listOf(children.map(dataOf), offset)
  if (type !== 'object') return valueAt(text.slice(offset, offset + length), offset)
  const entries = children.map(({ children: [key, value] = [] }): Entry => [String(key?.value), value && dataOf(value)])
  return mapOf(entries, offset)
}

const readYaml = (text: string): DataText | undefined => {
  guardYaml(text)
  const notes = yamlComments(text)
  const { contents, errors, warnings } = parseDocument(text, { uniqueKeys: true, merge: false, logLevel: 'silent' })
  if (!notes || errors.length > 0 || warnings.length > 0) return undefined
  const data = contents === null ? nothing.data : yamlData(contents, 0)
  return data && { data, notes }
}

// The token with which the lexer announces a scalar without quotes.
const scalarMark = '\u001F'
/** Types of tokens that make a value depend on another place of the text. */
const followed = setOf('anchor alias tag directive directive-line doc-start doc-end')

/** The comments of a text; undefined if a value of it depends on another place. */
const yamlComments = (text: string): readonly string[] | undefined => {
  const comments: string[] = []
  let isScalar = false
  for (const token of new Lexer().lex(text)) {
    const type = isScalar ? 'scalar' : (CST.tokenType(token) ?? '')
    if (followed.has(type)) return undefined
    if (type === 'comment') comments.push(token)
    isScalar = token === scalarMark
  }
  return comments
}

const yamlData = (node: unknown, depth: number): Data | undefined => {
  if (depth > deepest) return undefined
  if (isScalar(node)) {
    const isWritten = node.type === 'PLAIN' && !node.source?.includes('\n')
    return valueAt(isWritten ? (node.source ?? '') : JSON.stringify(node.value), node.range?.[0] ?? 0)
  }
  if (!isMap(node) && !isSeq(node)) return undefined
  const at = node.range?.[0] ?? 0
  const dataOf = (item: unknown) => yamlData(item, depth + 1)
  if (isSeq(node)) return listOf(node.items.map(dataOf), at)
  const entries = node.items.map(({ key, value }): Entry => {
    if (!isScalar(key)) return ['', undefined]
    return [String(key.value), value === null ? valueAt('', at) : dataOf(value)]
  })
  return mapOf(entries, at)
}

const section = /^\[([^[\]]{1,200}|\*\.\[[^[\]]{1,100}\])\]$/
const setting = /^([\w.-]{1,100})[ \t]{0,20}[=:][ \t]{0,20}(\S[^\r\n]{0,200})$/

/** Sections of keys with values, as `.editorconfig` has them. A line of another form is no such data. */
const readSections = (text: string): DataText | undefined => {
  const all = new Map<string, Data>()
  const notes: string[] = []
  let open: { readonly name: string; readonly at: number; readonly values: Map<string, Data> } | undefined
  const close = () => {
    if (open) all.set(open.name, mapAt(open.values, open.at))
  }
  let at = 0
  for (const raw of text.split('\n')) {
    const line = raw.trimEnd()
    const name = section.exec(line)?.[0]
    const [, key, value] = setting.exec(line) ?? []
    if (name !== undefined) {
      close()
      if (all.has(name)) return undefined
      open = { name, at, values: new Map() }
    } else if (key !== undefined) {
      const values = open?.values ?? all
      if (values.has(key)) return undefined
      values.set(key, valueAt(value!, at))
    } else if (/^[#;]/.test(line)) notes.push(line)
    else if (line !== '') return undefined
    at += raw.length + 1
  }
  close()
  return { data: mapAt(all, 0), notes }
}
