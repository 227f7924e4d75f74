import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml'
import { joinKey, splitKey, type Dialect, type Entry } from './dialect.ts'
import { depthMost } from './spelling.ts'
import { lineAt, lineEnd, lineStart, ownsLines, type Splice, Unreadable, withoutLines } from './text.ts'

interface Found extends Entry {
  readonly element: XmlElement
  readonly isAttribute: boolean
}

/** Texts of elements without children, and the values of `<add key="…" value="…"/>` as NuGet and .NET have them. */
const read = (text: string): Found[] => scan(text).entries

const scan = (text: string): { readonly entries: Found[]; readonly elements: Map<string, XmlElement> } => {
  const found = { entries: [] as Found[], elements: new Map<string, XmlElement>() }
  if (text.trim() === '') return found
  const { root } = documentOf(text)
  if (root) walk(text, root, [], found)
  return found
}

const documentOf = (text: string) => {
  guardDepth(text)
  try {
    return parseXml(text, { includeOffsets: true })
  } catch (error) {
    if (error instanceof XmlError) throw new Unreadable('syntax', error.line)
    throw error
  }
}

/** The parser is recursive, and so is `walk`. */
const guardDepth = (text: string) => {
  let depth = 0
  for (let at = text.indexOf('<'); at !== -1;) {
    const ends = skipped.find(([begin]) => text.startsWith(begin, at))?.[1] ?? '>'
    const end = text.indexOf(ends, at)
    if (end === -1) return
    if (ends === '>' && text[at + 1] !== '!' && text[end - 1] !== '/') depth += text[at + 1] === '/' ? -1 : 1
    if (depth > depthMost) throw new Unreadable('too-deep', lineAt(text, at))
    at = text.indexOf('<', end)
  }
}

const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

type Scanned = ReturnType<typeof scan>

const walk = (text: string, element: XmlElement, path: readonly string[], found: Scanned): void => {
  found.elements.set(JSON.stringify(path), element)
  const inner = element.children.filter((child) => child instanceof XmlElement)
  const times = new Map<string, number>()
  for (const child of inner) {
    const name = JSON.stringify(segmentsOf(child))
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    walk(text, child, [...path, ...segmentsOf(child), ...(time === 1 ? [] : [String(time)])], found)
  }
  const entry =
    attributeEntry(text, element, path) ?? (inner.length === 0 && path.length > 0 && textEntry(text, element, path))
  if (entry) found.entries.push(entry)
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

const attributeEntry = (text: string, element: XmlElement, path: readonly string[]): Found | undefined => {
  const pair = pairOf(element)
  const range = pair && attributesIn(text, element.start).find(({ name }) => name === pair[1])
  if (!range) return undefined
  const value = element.attributes[pair[1]]!
  return { key: joinKey(path), value, kind: 'text', start: range.start, end: range.end, element, isAttribute: true }
}

const attribute = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y

/** Of a start tag that is known to be well-formed; the ranges are between the quotes. */
const attributesIn = (text: string, elementStart: number) => {
  const found: { readonly name: string; readonly start: number; readonly end: number }[] = []
  attribute.lastIndex = elementStart + 1 + /^[^\s/>]+/.exec(text.slice(elementStart + 1))![0].length
  for (let one = attribute.exec(text); one; one = attribute.exec(text)) {
    const end = attribute.lastIndex - 1
    found.push({ name: one[1]!, start: end - (one[2] ?? one[3] ?? '').length, end })
  }
  return found
}

const textEntry = (text: string, element: XmlElement, path: readonly string[]): Found => {
  const whole = { kind: 'text', element, isAttribute: false, key: joinKey(path) } as const
  const source = text.slice(element.start, element.end)
  if (source.endsWith('/>')) return { ...whole, value: '', start: element.start, end: element.end }
  const open = contentStart(text, element)
  const close = element.start + source.lastIndexOf('</')
  const inside = text.slice(open, close)
  const start = open + /^[ \t\r\n]*/.exec(inside)![0].length
  return { ...whole, value: trimmed(element.text), start, end: start + trimmed(inside).length }
}

// Maven trims what it reads.
const trimmed = (text: string) => text.replace(/^[ \t\r\n]+/, '').replace(/[ \t\r\n]+$/, '')

const contentStart = (text: string, { start }: XmlElement): number => {
  const attributes = attributesIn(text, start)
  return text.indexOf('>', attributes.at(-1)?.end ?? start) + 1
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

const escaped = (value: string): string =>
  value.replace(/[&<>"']/g, (one) => entities[one]!).replace(/[\t\r\n]/g, (one) => `&#${one.charCodeAt(0)};`)

const spell = (value: string, entry: Entry, text: string): string[] => {
  const { element, isAttribute } = entry as Found
  const source = text.slice(entry.start, entry.end)
  if (isAttribute || !source.endsWith('/>') || entry.start !== element.start) return [escaped(value)]
  return [`${source.slice(0, -2).trimEnd()}>${escaped(value)}</${element.name}>`]
}

/** Into an element that is there, as its last child. */
const add = (key: string, value: string, text: string): Splice[][] => {
  const path = splitKey(key)
  const parent = path && scan(text).elements.get(JSON.stringify(path.slice(0, -1)))
  const name = path?.at(-1) ?? ''
  if (!parent || text.slice(parent.start, parent.end).endsWith('/>')) return []
  const close = parent.start + text.slice(parent.start, parent.end).lastIndexOf('</')
  const last = parent.children.findLast((child) => child instanceof XmlElement)
  const indent = last ? text.slice(lineStart(text, last.start), last.start) : `${indentOf(text, parent.start)}  `
  const isAdd = last instanceof XmlElement && last.name === 'add'
  const content = isAdd
    ? `<add key="${escaped(name)}" value="${escaped(value)}" />`
    : `<${name}>${escaped(value)}</${name}>`
  const at = ownsLines(text, close, close, /^.*$/) ? lineStart(text, close) : close
  return [
    [
      {
        start: at,
        end: at,
        text: at === close ? content : `${/^[ \t]*$/.test(indent) ? indent : ''}${content}${lineEnd(text)}`,
      },
    ],
  ]
}

const indentOf = (text: string, start: number) => /^[ \t]*/.exec(text.slice(lineStart(text, start)))![0]

const remove = (entry: Entry, text: string): Splice[][] => {
  const { start, end } = (entry as Found).element
  return [...(ownsLines(text, start, end) ? [[withoutLines(text, start, end)]] : []), [{ start, end, text: '' }]]
}

export const xml: Dialect = { effective: 'first', read, spell, add, remove }
