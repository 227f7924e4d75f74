import type { ReadPage } from '../reader.ts'
import { openArchive } from './archive.ts'
import { RefusedDocumentError } from './fault.ts'
import {
  attributeNamed,
  readRelations,
  readXml,
  relatedPart,
  withOfficePrefixes,
  type XmlEvents,
} from './office-xml.ts'
import { pageOfText, pictureOf } from './pages.ts'
import { isOn, chunksIn, notesIn, stylesIn, unreadIn } from './word-parts.ts'
import { listsIn } from './word-numbering.ts'
import { symbolOf } from './word-symbols.ts'
import { WordText } from './word-text.ts'

/** A word processor's document (ISO/IEC 29500-1, WordprocessingML): a break of a page begins a page. */
export const readWord = async (path: string): Promise<readonly ReadPage[]> => {
  const archive = await openArchive(path)
  const part = await relatedPart(archive, '', 'officeDocument', 'word/document.xml')
  const xml = await archive.text(part)
  if (xml === undefined) throw new RefusedDocumentError('malformed')
  const relations = await readRelations(archive, part)
  const related = (type: string) => relatedPart(archive, part, type, `word/${type}.xml`)
  const text = new WordText({
    styles: await stylesIn(archive, await related('styles')),
    lists: await listsIn(archive, await related('numbering')),
    addresses: new Map(relations.map(({ id, target }) => [id, target])),
    notes: new Map([
      ...(await notesIn(archive, await related('footnotes'), 'footnote', '')),
      ...(await notesIn(archive, await related('endnotes'), 'endnote', 'e')),
    ]),
    chunks: await chunksIn(archive, relations),
  })
  readXml(xml, withOfficePrefixes(shownAlone(eventsOf(text))))
  const beside = [...text.unread, ...unreadIn(relations)]
  return text.pages().map((page, at) => pageOfText(at + 1, page, { unread: at === 0 ? beside : [] }))
}

type Attributes = Readonly<Record<string, string>>

// Word has no more columns.
const columnsMost = 63
const columnsOf = ({ 'w:val': value }: Attributes) => Math.min(columnsMost, Math.max(0, Number(value) || 0))

/** The effects of an element's start. */
const starts: Readonly<Record<string, (text: WordText, attributes: Attributes) => void>> = {
  'w:p': (text) => text.beginParagraph(),
  'w:pStyle': ({ paragraph, parts: { styles } }, attributes) => {
    if (!paragraph) return
    paragraph.style = attributes['w:val'] ?? ''
    paragraph.level = Math.min(6, styles.headings.get(paragraph.style) ?? 0)
  },
  'w:ilvl': ({ paragraph }, attributes) => {
    if (paragraph) paragraph.list = { id: paragraph.list?.id ?? '', depth: Number(attributes['w:val']) || 0 }
  },
  'w:numId': ({ paragraph }, attributes) => {
    if (paragraph) paragraph.list = { id: attributes['w:val'] ?? '', depth: paragraph.list?.depth ?? 0 }
  },
  'w:r': (text) => {
    text.isRun = true
    text.isHidden = text.parts.styles.hidden.has(text.paragraph?.style ?? '')
  },
  'w:vanish': (text, attributes) => {
    if (text.isRun) text.isHidden = isOn(attributes['w:val'])
  },
  'w:rStyle': (text, attributes) => {
    if (text.isRun && text.parts.styles.hidden.has(attributes['w:val'] ?? '')) text.isHidden = true
  },
  'w:t': (text) => void (text.isText = true),
  'w:tab': (text) => {
    // In the properties of a paragraph it is a place where tabs stop.
    if (text.isRun) text.add('\t')
  },
  'w:ptab': (text) => text.add('\t'),
  'w:cr': (text) => text.add('\n'),
  'w:br': (text, attributes) => (attributes['w:type'] === 'page' ? text.breakPage() : text.add('\n')),
  'w:lastRenderedPageBreak': (text) => text.breakPage(),
  'w:noBreakHyphen': (text) => text.add('\u2011'),
  'w:sym': (text, attributes) => text.add(symbolOf(attributes['w:font'] ?? '', attributes['w:char'] ?? '')),
  'w:checkBox': (text) => void (text.isChecked = false),
  'w:default': (text, attributes) => void (text.isChecked = isOn(attributes['w:val'])),
  'w:checked': (text, attributes) => void (text.isChecked = isOn(attributes['w:val'])),
  'm:t': (text) => void (text.isText = true),
  'm:num': (text) => text.add('('),
  'm:den': (text) => text.add('/('),
  'm:sup': (text) => text.add('^('),
  'm:sub': (text) => text.add('_('),
  'm:rad': (text) => text.add('√('),
  'm:chr': (text, attributes) => text.add(attributes['m:val'] ?? ''),
  'w:altChunk': (text, attributes) => {
    const chunk = text.parts.chunks.get(attributeNamed(attributes, 'id') ?? '')
    if (chunk === undefined) text.unread.add('part_not_read')
    else text.put(chunk)
  },
  'w:tbl': (text) => text.beginTable(),
  'w:tr': ({ table }) => void table?.rows.push([]),
  'w:tc': (text) => text.addCells(1),
  'w:gridSpan': ({ table }, attributes) => {
    if (table) table.span = columnsOf(attributes)
  },
  'w:gridBefore': (text, attributes) => text.addCells(columnsOf(attributes)),
  'wp:docPr': (text, { descr, name }) => text.add(pictureOf(descr, name)),
  'w:footnoteReference': (text, attributes) => text.refer(attributes['w:id'] ?? ''),
  'w:endnoteReference': (text, attributes) => text.refer(`e${attributes['w:id'] ?? ''}`),
  'w:hyperlink': (text, attributes) => {
    const id = attributeNamed(attributes, 'id')
    text.beginLink(id && text.parts.addresses.get(id))
  },
}

const endBracket = (text: WordText) => text.add(')')

/** The effects of its end. */
const ends: Readonly<Record<string, (text: WordText) => void>> = {
  'w:t': (text) => void (text.isText = false),
  'm:t': (text) => void (text.isText = false),
  'm:num': endBracket,
  'm:den': endBracket,
  'm:sup': endBracket,
  'm:sub': endBracket,
  'm:rad': endBracket,
  'w:checkBox': (text) => text.add(text.isChecked ? '☒' : '☐'),
  'w:r': (text) => {
    text.isRun = false
    text.isHidden = false
  },
  'w:p': (text) => text.endParagraph(),
  'w:tc': (text) => {
    const { table } = text
    text.addCells((table?.span ?? 1) - 1)
    if (table) table.span = 1
  },
  'w:hyperlink': (text) => text.endLink(),
  'w:tbl': (text) => text.endTable(),
}

const eventsOf = (text: WordText): XmlEvents => ({
  open: (name, attributes) => starts[name]?.(text, attributes),
  text: (said) => {
    if (text.isText) text.add(said)
  },
  close: (name) => ends[name]?.(text),
})

// Deleted text, the place that moved text came from, and pronunciations of the base text.
const unshown = new Set(['w:del', 'w:moveFrom', 'w:rt'])

/** Leaves out what Word does not show, and what older programs draw in the place of a newer form: text boxes twice. */
const shownAlone = ({ open, text, close }: XmlEvents): XmlEvents => {
  const choices: boolean[] = []
  const left: string[] = []
  const isLeft = (name: string) => unshown.has(name) || (name === 'mc:Fallback' && choices.at(-1) === true)
  return {
    open: (name, attributes) => {
      if (name === 'mc:AlternateContent') choices.push(false)
      if (name === 'mc:Choice') choices[choices.length - 1] = true
      if (isLeft(name)) left.push(name)
      if (left.length === 0) open?.(name, attributes)
    },
    text: (said) => {
      if (left.length === 0) text?.(said)
    },
    close: (name) => {
      if (left.length === 0) close?.(name)
      if (left.at(-1) === name) left.pop()
      if (name === 'mc:AlternateContent') choices.pop()
    },
  }
}
