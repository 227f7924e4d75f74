import PostalMime from 'postal-mime'
import type { Archive } from './archive.ts'
import { markdownOfHtml } from './html.ts'
import { readXml, withOfficePrefixes, type Relation, type XmlEvents } from './office-xml.ts'
import { levelsMost, type ListPlace } from './word-numbering.ts'

const kindOf = ({ type }: Relation) => type.slice(type.lastIndexOf('/') + 1)

// The shown parts of a document beside its text, by the types of relations.
const unreadTypes: Readonly<Record<string, string>> = {
  header: 'headers_not_read',
  footer: 'headers_not_read',
  comments: 'comments_not_read',
  chart: 'charts_not_read',
  chartEx: 'charts_not_read',
  diagramData: 'charts_not_read',
  oleObject: 'objects_not_read',
  package: 'objects_not_read',
  subDocument: 'part_not_read',
}

/** Words for what a document shows and this program does not read. */
export const unreadIn = (relations: readonly Relation[]): readonly string[] => [
  ...new Set(relations.flatMap((relation) => unreadTypes[kindOf(relation)] ?? [])),
]

/** The meaning of styles for their paragraphs and runs, independent of the language of their names. */
export interface Styles {
  readonly headings: ReadonlyMap<string, number>
  readonly lists: ReadonlyMap<string, ListPlace>
  readonly hidden: ReadonlySet<string>
}

export const isOn = (value: string | undefined): boolean => !/^(0|false|off)$/.test(value ?? '')

export const stylesIn = async (archive: Archive, part: string): Promise<Styles> => {
  const headings = new Map<string, number>()
  const lists = new Map<string, ListPlace>()
  const hidden = new Set<string>()
  let style = ''
  let level = 0
  const events: XmlEvents = {
    open: (name, attributes) => {
      const value = attributes['w:val']
      if (name === 'w:style') {
        style = attributes['w:styleId'] ?? ''
        level = 0
      }
      const named = /^(?:heading (\d)|title)$/i.exec(value ?? '')
      if (name === 'w:name' && named) headings.set(style, Number(named[1] ?? 1))
      if (name === 'w:outlineLvl' && !headings.has(style) && Number(value) < levelsMost)
        headings.set(style, Number(value) + 1)
      if (name === 'w:ilvl') level = Number(value) || 0
      if (name === 'w:numId') lists.set(style, { list: value ?? '', level })
      if (name === 'w:vanish' && isOn(value)) hidden.add(style)
    },
  }
  readXml((await archive.text(part)) ?? '', withOfficePrefixes(events))
  return { headings, lists, hidden }
}

/** Footnotes or endnotes by the labels that they get in Markdown. */
export const notesIn = async (archive: Archive, part: string, kind: 'footnote' | 'endnote', prefix: string) => {
  const notes = new Map<string, string>()
  let label: string | undefined
  let isText = false
  const events: XmlEvents = {
    open: (name, attributes) => {
      // A note with a type is the line between text and notes.
      if (name === `w:${kind}` && attributes['w:type'] === undefined) label = prefix + (attributes['w:id'] ?? '')
      if (name === 'w:t') isText = true
      if (name === 'w:noBreakHyphen' && label !== undefined) notes.set(label, `${notes.get(label) ?? ''}\u2011`)
    },
    text: (text) => {
      if (isText && label !== undefined) notes.set(label, (notes.get(label) ?? '') + text)
    },
    close: (name) => {
      if (name === 'w:t') isText = false
      if (name === `w:${kind}`) label = undefined
      if (name === 'w:p' && label !== undefined && notes.has(label)) notes.set(label, `${notes.get(label)!} `)
    },
  }
  readXml((await archive.text(part)) ?? '', withOfficePrefixes(events))
  return notes
}

const chunksMost = 100

/** Parts in other formats that a document shows among its own text, as Markdown by the ids of their relations. */
export const chunksIn = async (
  archive: Archive,
  relations: readonly Relation[],
): Promise<ReadonlyMap<string, string>> => {
  const chunks = new Map<string, string>()
  for (const relation of relations) {
    if (kindOf(relation) !== 'aFChunk' || chunks.size >= chunksMost) continue
    const { id, target } = relation
    const text = (await archive.text(target)) ?? ''
    const markdown = await markdownOfChunk(target, text)
    if (markdown !== undefined) chunks.set(id, markdown)
  }
  return chunks
}

const markdownOfChunk = async (name: string, text: string): Promise<string | undefined> => {
  if (/\.(html?|xhtml)$/i.test(name)) return markdownOfHtml(text)
  if (/\.txt$/i.test(name)) return text
  if (!/\.(mht|mhtml|eml)$/i.test(name)) return undefined
  const { html, text: plain } = await PostalMime.parse(text, { maxNestingDepth: 32, maxHeadersSize: 1_048_576 })
  return html === undefined ? plain : markdownOfHtml(html)
}
