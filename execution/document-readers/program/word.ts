import type { ReadPage } from '../reader.ts'
import { openArchive, type Archive } from './archive.ts'
import { RefusedDocumentError } from './fault.ts'
import { attributeNamed, readXml, relationsOf, type XmlEvents } from './office-xml.ts'
import { linkOf, pageOfText, pictureOf, tableOf } from './pages.ts'

const part = 'word/document.xml'

/** A word processor's document (ISO/IEC 29500-1, WordprocessingML): a break of a page begins a page. */
export const readWord = async (path: string): Promise<readonly ReadPage[]> => {
  const archive = await openArchive(path)
  const xml = await archive.text(part)
  if (xml === undefined) throw new RefusedDocumentError('malformed')
  const levels = await headingLevels(archive)
  const relations = await relationsOf(archive, part)
  const notes = new Map([...(await notesIn(archive, 'footnote', '')), ...(await notesIn(archive, 'endnote', 'e'))])
  const writer = openWriter(levels, relations, notes)
  readXml(xml, withoutFallbacks(writer))
  return writer.pages().map((text, at) => pageOfText(at + 1, text))
}

/** Levels of headings by the ids of their styles, whatever language the styles are named in. */
const headingLevels = async (archive: Archive): Promise<ReadonlyMap<string, number>> => {
  const levels = new Map<string, number>()
  let style = ''
  readXml((await archive.text('word/styles.xml')) ?? '', {
    open: (name, attributes) => {
      if (name === 'w:style') style = attributes['w:styleId'] ?? ''
      const named = /^(?:heading (\d)|title)$/i.exec(attributes['w:val'] ?? '')
      if (name === 'w:name' && named) levels.set(style, Number(named[1] ?? 1))
      if (name === 'w:outlineLvl' && !levels.has(style)) levels.set(style, Number(attributes['w:val']) + 1)
    },
  })
  return levels
}

/** Footnotes or endnotes by the labels that they get in Markdown. */
const notesIn = async (archive: Archive, kind: 'footnote' | 'endnote', prefix: string) => {
  const notes = new Map<string, string>()
  let label: string | undefined
  let isText = false
  readXml((await archive.text(`word/${kind}s.xml`)) ?? '', {
    open: (name, attributes) => {
      // A note with a type is the line between text and notes.
      if (name === `w:${kind}` && attributes['w:type'] === undefined) label = prefix + (attributes['w:id'] ?? '')
      if (name === 'w:t') isText = true
    },
    text: (text) => {
      if (isText && label !== undefined) notes.set(label, (notes.get(label) ?? '') + text)
    },
    close: (name) => {
      if (name === 'w:t') isText = false
      if (name === `w:${kind}`) label = undefined
      if (name === 'w:p' && label !== undefined && notes.has(label)) notes.set(label, `${notes.get(label)!} `)
    },
  })
  return notes
}

interface Paragraph {
  text: string
  level: number
  listDepth: number | undefined
}

interface OpenLink {
  readonly start: number
  readonly address: string | undefined
}

const openWriter = (
  levels: ReadonlyMap<string, number>,
  relations: ReadonlyMap<string, string>,
  notes: ReadonlyMap<string, string>,
) => {
  const pages = openPages()
  const tables: { readonly rows: string[][] }[] = []
  const paragraphs: Paragraph[] = []
  const links: OpenLink[] = []
  let isText = false
  const add = (text: string) => {
    const paragraph = paragraphs.at(-1)
    if (paragraph) paragraph.text += text
  }
  const put = (block: string) => {
    const cell = tables.at(-1)?.rows.at(-1)
    if (cell && cell.length > 0) cell[cell.length - 1] = `${cell.at(-1)} ${block}`.trim()
    else if (block !== '') pages.add(block)
  }
  const breakPage = () => {
    if (tables.length > 0) return
    const paragraph = paragraphs.at(-1)
    if (paragraph && paragraph.text.trim() !== '') {
      put(blockOf(paragraph))
      paragraph.text = ''
    }
    pages.next()
  }
  const refer = (label: string) => {
    const note = notes.get(label)?.trim() ?? ''
    if (note === '') return
    add(`[^${label}]`)
    pages.addNote(`[^${label}]: ${note}`)
  }
  const open: Readonly<Record<string, (attributes: Readonly<Record<string, string>>) => void>> = {
    'w:p': () => paragraphs.push({ text: '', level: 0, listDepth: undefined }),
    'w:pStyle': (attributes) => {
      const paragraph = paragraphs.at(-1)
      if (paragraph) paragraph.level = Math.min(6, levels.get(attributes['w:val'] ?? '') ?? 0)
    },
    'w:ilvl': (attributes) => {
      const paragraph = paragraphs.at(-1)
      if (paragraph) paragraph.listDepth = Math.min(8, Number(attributes['w:val']) || 0)
    },
    'w:t': () => (isText = true),
    'w:tab': () => add('\t'),
    'w:br': (attributes) => (attributes['w:type'] === 'page' ? breakPage() : add('\n')),
    'w:lastRenderedPageBreak': breakPage,
    'w:tbl': () => tables.push({ rows: [] }),
    'w:tr': () => void tables.at(-1)?.rows.push([]),
    'w:tc': () => void tables.at(-1)?.rows.at(-1)?.push(''),
    'wp:docPr': ({ descr, name }) => add(pictureOf(descr, name)),
    'w:footnoteReference': (attributes) => refer(attributes['w:id'] ?? ''),
    'w:endnoteReference': (attributes) => refer(`e${attributes['w:id'] ?? ''}`),
    'w:hyperlink': (attributes) => {
      const id = attributeNamed(attributes, 'id')
      links.push({ start: paragraphs.at(-1)?.text.length ?? 0, address: id && relations.get(id) })
    },
  }
  const close: Readonly<Record<string, () => void>> = {
    'w:t': () => (isText = false),
    'w:p': () => {
      const paragraph = paragraphs.pop()
      if (paragraph) put(blockOf(paragraph))
    },
    'w:hyperlink': () => endLink(links.pop(), paragraphs.at(-1)),
    'w:tbl': () => {
      const table = tables.pop()
      if (table) put(tables.length > 0 ? table.rows.flat().join(' ') : tableOf(table.rows))
    },
  }
  return {
    open: (name: string, attributes: Readonly<Record<string, string>>) => open[name]?.(attributes),
    text: (text: string) => {
      if (isText) add(text)
    },
    close: (name: string) => close[name]?.(),
    pages: pages.texts,
  }
}

/** Makes the words of a paragraph since the beginning of a link the words of that link. */
const endLink = (link: OpenLink | undefined, paragraph: Paragraph | undefined): void => {
  if (!link || !paragraph) return
  const label = paragraph.text.slice(link.start)
  paragraph.text = paragraph.text.slice(0, link.start) + linkOf(label, link.address)
}

/** The blocks of pages, each with its notes below. */
const openPages = () => {
  const pages: { readonly blocks: string[]; readonly notes: string[] }[] = [{ blocks: [], notes: [] }]
  return {
    add: (block: string) => pages.at(-1)!.blocks.push(block),
    addNote: (note: string) => pages.at(-1)!.notes.push(note),
    next: () => pages.push({ blocks: [], notes: [] }),
    texts: () =>
      pages.map(({ blocks, notes }) => joined([...blocks, ...notes])).filter((text, at) => text !== '' || at === 0),
  }
}

/** Leaves out what older programs draw: Word writes a text box twice. */
const withoutFallbacks = ({ open, text, close }: XmlEvents): XmlEvents => {
  let fallbacks = 0
  return {
    open: (name, attributes) => {
      if (name === 'mc:Fallback') fallbacks += 1
      if (fallbacks === 0) open?.(name, attributes)
    },
    text: (said) => {
      if (fallbacks === 0) text?.(said)
    },
    close: (name) => {
      if (fallbacks === 0) close?.(name)
      if (name === 'mc:Fallback') fallbacks -= 1
    },
  }
}

const blockOf = ({ text, level, listDepth }: Paragraph) => {
  const plain = text.trim()
  if (plain === '') return ''
  if (level > 0) return `${'#'.repeat(level)} ${plain.replaceAll(/\s+/g, ' ')}`
  return listDepth === undefined ? plain : `${'  '.repeat(listDepth)}- ${plain}`
}

const isItem = (block: string) => /^ *- /.test(block)
const joined = (blocks: readonly string[]) =>
  blocks.reduce((text, block, at) => {
    if (at === 0) return block
    return `${text}${isItem(block) && isItem(blocks[at - 1]!) ? '\n' : '\n\n'}${block}`
  }, '')
