import { parseXml, XmlCdata, XmlElement, XmlError, XmlText } from '@rgrove/parse-xml'
import { joinKey } from './dialect.ts'
import { refuseValue, type PlainEntry, type PlainFormat, type PlainValue, type SkippedPlace } from './plain-format.ts'
import { depthMost, entriesMost } from './spelling.ts'
import { lineFinder, UnreadableFile } from './text.ts'

interface XmlValuePlace {
  readonly element: XmlElement
  /** Where the value is that of an attribute. */
  readonly attribute?: string
}

/** Texts of elements without children, and the values of `<add key="…" value="…"/>` as NuGet and .NET have them. */
const scan = (text: string) => {
  const found = {
    lineOf: lineFinder(text),
    entries: [] as PlainEntry[],
    unread: [] as SkippedPlace[],
    places: new Map<string, XmlValuePlace>(),
  }
  if (text.trim() === '') return { ...found, root: undefined }
  const root = rootOf(text)
  walk(root, [], found)
  return { ...found, root }
}

type XmlScan = Omit<ReturnType<typeof scan>, 'root'>

const rootOf = (text: string): XmlElement => {
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)/.exec(text)?.[1]
  if (declared !== undefined && !/^utf-?8$/i.test(declared) && /[^\0-\x7f]/.test(text))
    throw new UnreadableFile('not-utf-8')
  try {
    const { root } = parseXml(text, { includeOffsets: true })
    if (!root) throw new UnreadableFile('syntax')
    return root
  } catch (error) {
    if (error instanceof XmlError) throw new UnreadableFile('syntax', error.line)
    throw error
  }
}

const walk = (element: XmlElement, path: readonly string[], found: XmlScan): void => {
  if (path.length > depthMost) throw new UnreadableFile('too-deep', found.lineOf(element.start))
  const inner = element.children.filter((child) => child instanceof XmlElement)
  const times = new Map<string, number>()
  for (const child of inner) {
    const name = JSON.stringify(segmentsOf(child))
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    walk(child, [...path, ...segmentsOf(child), ...(time === 1 ? [] : [String(time)])], found)
  }
  const pair = pairOf(element)
  if (pair) keep(path, element.attributes[pair[1]]!, { element, attribute: pair[1] }, found)
  else if (inner.length === 0 && path.length > 0) keep(path, trimmed(element.text), { element }, found)
  skipRest(element, inner.length > 0, pair !== undefined, found)
}

const keep = (path: readonly string[], value: string, place: XmlValuePlace, { lineOf, entries, places }: XmlScan) => {
  const line = lineOf(place.element.start)
  if (entries.length === entriesMost) throw new UnreadableFile('too-many-entries', line)
  const key = joinKey(path)
  if (places.has(key)) throw new UnreadableFile('duplicate-key', line)
  places.set(key, place)
  entries.push({ key, value, kind: 'text', line })
}

/** Attributes other than an `<add>` element's, and text beside elements, have no entries. */
const skipRest = (element: XmlElement, hasElements: boolean, isPair: boolean, { lineOf, unread }: XmlScan) => {
  const names = Object.keys(element.attributes).filter((name) => !/^(?:xmlns|xml|xsi)(?::|$)/.test(name))
  if (!isPair && names.length > 0) unread.push({ rule: 'attributes', line: lineOf(element.start) })
  const texts = element.children.filter((child) => child instanceof XmlText)
  if ((hasElements || isPair) && texts.some((child) => trimmed(child.text) !== ''))
    unread.push({ rule: 'mixed-text', line: lineOf(element.start) })
}

const named = [
  ['key', 'value'],
  ['name', 'connectionString'],
] as const

/** An element's name, with its `<id>`, as Maven's servers have one, or the key of an `<add>`. */
const segmentsOf = (element: XmlElement): string[] => {
  const pair = pairOf(element)
  if (pair) return [element.attributes[pair[0]]!]
  const id = element.children.find((child) => child instanceof XmlElement && child.name === 'id')
  return id instanceof XmlElement && id.text.trim() !== '' ? [element.name, id.text.trim()] : [element.name]
}

const pairOf = ({ name, attributes }: XmlElement) =>
  name === 'add' ? named.find(([key, value]) => key in attributes && value in attributes) : undefined

// Maven trims its input.
const trimmed = (text: string) => {
  let end = text.length
  while (end > 0 && ' \t\r\n'.includes(text[end - 1]!)) end -= 1
  return text.slice(0, end).replace(/^[ \t\r\n]+/, '')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

const escapedText = (value: string) => value.replace(/[&<>]/g, (one) => entities[one]!).replaceAll('\r', '&#13;')

const escaped = (value: string) =>
  value.replace(/[&<>"']/g, (one) => entities[one]!).replace(/[\t\r\n]/g, (one) => `&#${one.charCodeAt(0)};`)

/** All elements unchanged, without comments, with other values; an element whose value no longer exists goes too. */
const reprint = (text: string, values: readonly PlainValue[]): string => {
  const { root, places, entries } = scan(text)
  const newValues = new Map(values.map(({ key, value }) => [key, value]))
  const added = values.find(({ key }) => !places.has(key))
  if (!root || added) return refuseValue((added ?? values[0])?.key ?? '')
  const removed = new Set<XmlElement>()
  for (const { key, value } of entries) {
    const { element, attribute } = places.get(key)!
    const next = newValues.get(key)
    if (next === undefined) removed.add(element)
    else if (next !== value && attribute !== undefined) element.attributes[attribute] = next
    else if (next !== value) element.children = [new XmlText(next)]
  }
  return `<?xml version="1.0" encoding="utf-8"?>\n${printed(root, removed)}\n`
}

const printed = (element: XmlElement, removed: ReadonlySet<XmlElement>): string => {
  const attributes = Object.entries(element.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  const inside = element.children.map((child) => {
    if (child instanceof XmlElement) return removed.has(child) ? '' : printed(child, removed)
    return child instanceof XmlText || child instanceof XmlCdata ? escapedText(child.text) : ''
  })
  const start = `<${element.name}${attributes.join('')}`
  return inside.length === 0 ? `${start}/>` : `${start}>${inside.join('')}</${element.name}>`
}

/** Settings in XML, as Maven, NuGet and .NET have them. A change rewrites the file around its elements. */
export const xml: PlainFormat = {
  read: (text) => {
    const { entries, unread } = scan(text)
    return { entries, unread }
  },
  // Keys do not show how the elements around them are named.
  print: (entries) => refuseValue(entries[0]?.key ?? ''),
  reprint,
}
