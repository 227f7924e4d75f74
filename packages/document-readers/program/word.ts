import type { ReadPage } from '../reader.ts'
import { openArchive, type Archive } from './archive.ts'
import { RefusedDocumentError } from './fault.ts'
import {
  attributeNamed,
  equationMarks,
  newestForms,
  readRelations,
  readXml,
  relatedPart,
  relationsOf,
  unreadIn,
  withOfficePrefixes,
  type XmlEvents,
} from './office-xml.ts'
import { pageOfText, pictureOf } from './pages.ts'
import { isOn, chunksIn, stylesIn } from './word-parts.ts'
import { listsIn } from './word-numbering.ts'
import { WordText, type WordParts } from './word-text.ts'

// Codes of fonts of symbols in hexadecimal, each followed by its character.
const pairs = {
  symbol:
    '44Δ 53Σ 57Ω 61α 62β 64δ 65ε 67γ 6cλ 6dμ 70π 73σ 2d− a0€ a3≤ a5∞ ac← ae→ b0° b1± b3≥ b4× b7• b8÷ b9≠ bb≈ d6√ d7⋅ de⇒ e2® e3© e4™ e5∑',
  wingdings: '29☎ 2a✉ 4a☺ 6c● 6e■ 6f□ 71❑ a7▪ a8◻ d8➢ e0→ e8➔ f0⇨ fb✗ fc✓ fd☒ fe☑',
} as const

const fonts = new Map(
  Object.entries(pairs).map(([font, text]) => [
    font,
    new Map(text.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(2)])),
  ]),
)

/** A character of a font of symbols; as stored, which means nothing, if it is unknown. */
const symbolOf = (font: string, code: string): string => {
  const number = Number.parseInt(code, 16)
  if (!Number.isInteger(number) || number <= 0 || number > 0xff_ff) return '\uFFFD'
  const low = (number & 0xff).toString(16).padStart(2, '0')
  return fonts.get(font.toLowerCase())?.get(low) ?? String.fromCharCode(number)
}

/** A word processor's document (ISO/IEC 29500-1, WordprocessingML): a break of a page begins a page. */
export const readWord = async (path: string): Promise<readonly ReadPage[]> => {
  const archive = await openArchive(path)
  const part = await relatedPart(archive, '', 'officeDocument', 'word/document.xml')
  const xml = await archive.text(part)
  if (xml === undefined) throw new RefusedDocumentError('malformed')
  const relations = await readRelations(archive, part)
  const related = (type: string) => relatedPart(archive, part, type, `word/${type}.xml`)
  const unread = new Set<string>()
  const parts: WordParts = {
    styles: await stylesIn(archive, await related('styles')),
    lists: await listsIn(archive, await related('numbering')),
    addresses: new Map(relations.map(({ id, target }) => [id, target])),
    notes: new Map(),
    chunks: await chunksIn(archive, relations),
    unread,
  }
  const footnotes = await notesIn(archive, await related('footnotes'), 'footnote', parts)
  const endnotes = await notesIn(archive, await related('endnotes'), 'endnote', parts)
  const text = new WordText({ ...parts, notes: new Map([...footnotes, ...endnotes]) })
  const events = eventsOf(() => text)
  readXml(xml, withOfficePrefixes(newestForms(withoutHidden(events, unread))))
  const beside = [...unread, ...unreadIn(relations)]
  return text.pages().map((page, at) => pageOfText(at + 1, page, { unread: at === 0 ? beside : [] }))
}

/** Footnotes or endnotes by the labels that they get in Markdown. Their text is read as that of the document. */
const notesIn = async (archive: Archive, part: string, kind: keyof typeof labels, parts: WordParts) => {
  const addresses = await relationsOf(archive, part)
  const notes = new Map<string, string>()
  let note: WordText | undefined
  let label = ''
  const eventsOfNote = eventsOf(() => note)
  const { open, text, close } = withoutHidden(eventsOfNote, parts.unread)
  const events: XmlEvents = {
    open: (name, attributes) => {
      if (name !== `w:${kind}`) open?.(name, attributes)
      // A note with a type is the line between text and notes.
      else if (attributes['w:type'] === undefined) {
        note = new WordText({ ...parts, addresses })
        label = labels[kind] + (attributes['w:id'] ?? '')
      }
    },
    text: (words) => text?.(words),
    close: (name) => {
      if (name !== `w:${kind}`) close?.(name)
      else if (note) {
        notes.set(label, note.pages().join(' ').replaceAll(/\s+/g, ' '))
        note = undefined
      }
    },
  }
  readXml((await archive.text(part)) ?? '', withOfficePrefixes(newestForms(events)))
  return notes
}

const labels = { footnote: '', endnote: 'e' } as const

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
  ...Object.fromEntries(
    Object.entries(equationMarks).map(([name, mark]) => [name, (text: WordText) => text.add(mark)]),
  ),
  'm:chr': (text, attributes) => text.add(attributes['m:val'] ?? ''),
  'w:altChunk': (text, attributes) => {
    const chunk = text.parts.chunks.get(attributeNamed(attributes, 'id') ?? '')
    if (chunk) text.put(chunk.markdown)
    for (const word of chunk?.unread ?? ['part_not_read']) text.parts.unread.add(word)
  },
  'w:tbl': (text) => text.beginTable(),
  'w:tr': ({ table }) => table?.beginRow(),
  'w:del': ({ table }) => table?.leaveRow('deleted_text'),
  'w:hidden': ({ table }, attributes) => {
    if (isOn(attributes['w:val'])) table?.leaveRow('hidden_text')
  },
  'w:tc': ({ table }) => table?.beginCell(),
  'w:gridSpan': ({ table }, attributes) => table?.skip(columnsOf(attributes) - 1),
  'w:gridBefore': ({ table }, attributes) => table?.skip(columnsOf(attributes)),
  'wp:docPr': (text, { descr, name }) => text.add(pictureOf(descr, name)),
  'w:footnoteReference': (text, attributes) => text.refer(attributes['w:id'] ?? ''),
  'w:endnoteReference': (text, attributes) => text.refer(`e${attributes['w:id'] ?? ''}`),
  'w:hyperlink': (text, attributes) => {
    const id = attributeNamed(attributes, 'id')
    text.beginLink(id && text.parts.addresses.get(id))
  },
}

/** The effects of its end. */
const ends: Readonly<Record<string, (text: WordText) => void>> = {
  'w:t': (text) => void (text.isText = false),
  'm:t': (text) => void (text.isText = false),
  ...Object.fromEntries(Object.keys(equationMarks).map((name) => [name, (text: WordText) => text.add(')')])),
  'w:checkBox': (text) => text.add(text.isChecked ? '☒' : '☐'),
  'w:r': (text) => {
    text.isRun = false
    text.isHidden = false
  },
  'w:p': (text) => text.endParagraph(),
  'w:tr': (text) => text.endRow(),
  'w:hyperlink': (text) => text.endLink(),
  'w:tbl': (text) => text.endTable(),
}

const eventsOf = (now: () => WordText | undefined): XmlEvents => ({
  open: (name, attributes) => {
    const text = now()
    if (text) starts[name]?.(text, attributes)
  },
  text: (words) => {
    const text = now()
    if (text?.isText === true) text.add(words)
  },
  close: (name) => {
    const text = now()
    if (text) ends[name]?.(text)
  },
})

// Deleted text, the place that moved text came from, and pronunciations of the base text.
const unshown = new Set(['w:del', 'w:moveFrom', 'w:rt'])

/** Leaves out what Word does not show, and names deleted text. */
const withoutHidden = ({ open, text, close }: XmlEvents, unread: Set<string>): XmlEvents => {
  const left: string[] = []
  let isOfRow = false
  return {
    open: (name, attributes) => {
      if (name === 'w:trPr') isOfRow = true
      // The mark of a deleted row has nothing in it.
      if (unshown.has(name) && !isOfRow) left.push(name)
      if (left.length === 0) open?.(name, attributes)
    },
    text: (words) => {
      if (left.length === 0) text?.(words)
      else if (left.includes('w:del') && words.trim() !== '') unread.add('deleted_text')
    },
    close: (name) => {
      if (left.length === 0) close?.(name)
      if (left.at(-1) === name) left.pop()
      if (name === 'w:trPr') isOfRow = false
    },
  }
}
