import { isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml'
import { type Entry, splitKey } from './dialect.ts'
import {
  afterLine,
  appendLine,
  lineEnd,
  lineStart,
  ownsLines,
  type Splice,
  withoutElement,
  withoutLines,
} from './text.ts'
import { documentsOf, type YamlPlace, type YamlEntry } from './yaml-read.ts'
import { spellYaml, yamlKey } from './yaml-spelling.ts'

type Container = YAMLMap | YAMLSeq

/** A key goes behind the last one of the deepest existing map; the maps between are made. */
export const addToYaml = (key: string, value: string, text: string): Splice[][] => {
  const path = splitKey(key)
  const documents = documentsOf(text)
  const root = documents[0]?.contents
  if (!path || documents.length > 1) return []
  if (!root || (isScalar(root) && root.value === null))
    return spellYaml(value, '').map((spelled) => [appendLine(text, lines(path, spelled, '', lineEnd(text)))])
  if (!isMap(root) && !isSeq(root)) return []
  const { container, rest } = deepest(root, path)
  if (isSeq(container) && (rest.length > 1 || rest[0] !== String(container.items.length))) return []
  const ways = spellYaml(value, '')
  return ways.map((spelled) =>
    container.flow === true ? inFlow(container, rest, spelled) : inBlock(text, container, rest, spelled),
  )
}

const lines = (path: readonly string[], spelled: string, indent: string, end: string): string =>
  path
    .map((name, at) => `${indent}${'  '.repeat(at)}${yamlKey(name)}:${at === path.length - 1 ? ` ${spelled}` : ''}`)
    .join(end)

const deepest = (root: Container, path: readonly string[]): { container: Container; rest: readonly string[] } => {
  let container = root
  let depth = 0
  for (; depth < path.length - 1; depth += 1) {
    const next: unknown = childOf(container, path[depth]!)
    if (!isMap(next) && !isSeq(next)) break
    container = next
  }
  return { container, rest: path.slice(depth) }
}

const childOf = (container: Container, name: string): unknown => {
  if (isSeq(container)) return container.items[Number(name)]
  return container.items.find(({ key }) => isScalar(key) && (key.source ?? String(key.value)) === name)?.value
}

const inFlow = (container: Container, rest: readonly string[], spelled: string): Splice[] => {
  const [start, end] = container.range!
  const content = isSeq(container)
    ? spelled
    : rest.reduceRight((inner, name, at) => {
        const pair = `${yamlKey(name)}: ${inner}`
        return at === 0 ? pair : `{ ${pair} }`
      }, spelled)
  const last = container.items.at(-1)
  if (last === undefined) return [{ start: start + 1, end: end - 1, text: isSeq(container) ? content : ` ${content} ` }]
  const node = isSeq(container) ? last : ((last as YAMLMap['items'][number]).value ?? (last as { key: unknown }).key)
  const at = (node as { range: readonly number[] }).range[1]!
  return [{ start: at, end: at, text: `, ${content}` }]
}

const inBlock = (text: string, container: Container, rest: readonly string[], spelled: string): Splice[] => {
  const [start, end] = container.range!
  const eol = lineEnd(text)
  const column = start - lineStart(text, start)
  const first = text.slice(lineStart(text, start), start)
  // A map in a list begins behind its dash, and continues below itself.
  const indent = first.replace(/[^\t]/g, ' ').slice(0, column)
  const added = isSeq(container) ? `${indent}- ${spelled}` : lines(rest, spelled, indent, eol)
  const at = text[end - 1] === '\n' ? end : afterLine(text, end)
  return [{ start: at, end: at, text: text[at - 1] === '\n' ? `${added}${eol}` : `${eol}${added}${eol}` }]
}

/** The lines of the pair; of the pair around it too if the map would be empty. */
export const removeFromYaml = (entry: Entry, text: string): Splice[][] => {
  const places = (entry as YamlEntry).around.toReversed()
  const until = places.findIndex(({ only }) => !only)
  return places.slice(0, until === -1 ? undefined : until + 1).flatMap((place) => waysToRemove(text, place))
}

const waysToRemove = (text: string, { start, end, flow }: YamlPlace): Splice[][] => {
  const last = text.slice(start, end).endsWith('\n') ? end - 1 : end
  if (flow) return withoutElement(text, start, last)
  if (ownsLines(text, start, last, /^[ \t\r]*(?:#.*)?$/)) return [[withoutLines(text, start, last)]]
  const next = afterLine(text, last)
  const indent = /^[ \t]*/.exec(text.slice(next))![0].length
  return [[{ start, end: next + indent, text: '' }], [withoutLines(text, start, last)]]
}
