import PostalMime from 'postal-mime'
import type { Archive } from './archive.ts'
import { markdownOfHtml, type MarkdownText } from './html.ts'
import { kindOfRelation, readXml, withOfficePrefixes, type Relation, type XmlEvents } from './office-xml.ts'
import { levelsMost, type ListPlace } from './word-numbering.ts'

/** The meaning of styles for their paragraphs and runs, for style names in any language. */
export type Styles = Awaited<ReturnType<typeof stylesIn>>

export const isOn = (value: string | undefined): boolean => !/^(0|false|off)$/.test(value ?? '')

/** Reads the part that defines the styles of a document. */
export const stylesIn = async (archive: Archive, part: string) => {
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

const chunksMost = 100

/** Parts in other formats that a document shows among its own text, as Markdown by the ids of their relations. */
export const chunksIn = async (archive: Archive, relations: readonly Relation[]) => {
  const chunks = new Map<string, MarkdownText>()
  for (const relation of relations) {
    if (kindOfRelation(relation) !== 'aFChunk' || chunks.size >= chunksMost) continue
    const { id, target } = relation
    const markdown = await markdownOfChunk(target, (await archive.text(target)) ?? '')
    if (markdown !== undefined) chunks.set(id, markdown)
  }
  return chunks
}

const markdownOfChunk = async (name: string, text: string): Promise<MarkdownText | undefined> => {
  if (/\.(html?|xhtml)$/i.test(name)) return markdownOfHtml(text)
  if (/\.txt$/i.test(name)) return plainText(text)
  if (!/\.(mht|mhtml|eml)$/i.test(name)) return undefined
  const { html, text: plain } = await PostalMime.parse(text, { maxNestingDepth: 32, maxHeadersSize: 1_048_576 })
  return html === undefined ? plainText(plain ?? '') : markdownOfHtml(html)
}

const plainText = (text: string): MarkdownText => ({ markdown: text, unread: [] })
