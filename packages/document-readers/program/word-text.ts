import type { MarkdownText } from './html.ts'
import { joinBlocks, linkOf } from './pages.ts'
import { TableGrid } from './table-grid.ts'
import { levelsMost, openCounters, type Lists } from './word-numbering.ts'
import type { Styles } from './word-parts.ts'

interface Paragraph {
  text: string
  level: number
  style: string
  list: { id: string; depth: number } | undefined
}

/** The parts that the text of a document refers to. */
export interface WordParts {
  readonly styles: Styles
  readonly lists: Lists
  readonly addresses: ReadonlyMap<string, string>
  readonly notes: ReadonlyMap<string, string>
  readonly chunks: ReadonlyMap<string, MarkdownText>
  /** Words for shown content that is not in the text. */
  readonly unread: Set<string>
}

/** The text of a document as it comes: the open paragraphs, tables and links, and the pages before. */
export class WordText {
  readonly parts: WordParts
  /** Whether the text that comes is that of the document. */
  isText = false
  isRun = false
  isHidden = false
  isChecked = false
  readonly #pages = openPages()
  readonly #tables: TableGrid[] = []
  readonly #paragraphs: Paragraph[] = []
  readonly #links: { readonly start: number; readonly address: string | undefined }[] = []
  readonly #labelOf: ReturnType<typeof openCounters>

  constructor(parts: WordParts) {
    this.parts = parts
    this.#labelOf = openCounters(parts.lists)
  }

  get paragraph(): Paragraph | undefined {
    return this.#paragraphs.at(-1)
  }

  get table(): TableGrid | undefined {
    return this.#tables.at(-1)
  }

  add(text: string): void {
    if (!this.paragraph) return
    if (!this.isHidden) this.paragraph.text += text
    else if (text.trim() !== '') this.parts.unread.add('hidden_text')
  }

  put(block: string): void {
    if (!this.table?.add(block) && block !== '') this.#pages.add(block)
  }

  beginParagraph(): void {
    this.#paragraphs.push({ text: '', level: 0, style: '', list: undefined })
  }

  endParagraph(): void {
    const paragraph = this.#paragraphs.pop()
    if (paragraph) this.put(this.#blockOf(paragraph))
  }

  breakPage(): void {
    if (this.#tables.length > 0) return
    if (this.paragraph && this.paragraph.text.trim() !== '') {
      this.put(this.#blockOf(this.paragraph))
      this.paragraph.text = ''
    }
    this.#pages.next()
  }

  /** Refers to a note, whose text goes below the page's texts. */
  refer(label: string): void {
    const note = this.parts.notes.get(label)?.trim() ?? ''
    if (note === '') return
    this.add(`[^${label}]`)
    this.#pages.addNote(`[^${label}]: ${note}`)
  }

  beginTable(): void {
    this.#tables.push(new TableGrid())
  }

  endRow(): void {
    const word = this.table?.endRow()
    if (word !== undefined) this.parts.unread.add(word)
  }

  /** A table within a cell is text of that cell. */
  endTable(): void {
    const table = this.#tables.pop()
    if (table) this.put(this.#tables.length > 0 ? table.text() : table.markdown())
  }

  beginLink(address: string | undefined): void {
    this.#links.push({ start: this.paragraph?.text.length ?? 0, address })
  }

  /** Turns the words since the beginning of a link into the link's words. */
  endLink(): void {
    const link = this.#links.pop()
    if (!link || !this.paragraph) return
    const { text } = this.paragraph
    this.paragraph.text = text.slice(0, link.start) + linkOf(text.slice(link.start), link.address)
  }

  pages(): readonly string[] {
    return this.#pages.texts()
  }

  #blockOf(paragraph: Paragraph): string {
    if (paragraph.text.trim() === '') return ''
    const inStyle = this.parts.styles.lists.get(paragraph.style)
    const list = paragraph.list ?? (inStyle && { id: inStyle.list, depth: inStyle.level })
    if (!list || list.id === '0') return blockOf(paragraph, undefined)
    const depth = Math.min(levelsMost - 1, Math.max(0, list.depth))
    const id = list.id === '' ? (inStyle?.list ?? '') : list.id
    return blockOf(paragraph, { label: this.#labelOf({ list: id, level: depth }), depth })
  }
}

/** The blocks of pages, each with its notes below. */
const openPages = () => {
  const pages: { readonly blocks: string[]; readonly notes: string[] }[] = [{ blocks: [], notes: [] }]
  return {
    add: (block: string) => pages.at(-1)!.blocks.push(block),
    addNote: (note: string) => pages.at(-1)!.notes.push(note),
    next: () => pages.push({ blocks: [], notes: [] }),
    texts: () =>
      pages
        .map(({ blocks, notes }) => joinBlocks([...blocks, ...notes], isItem))
        .filter((text, at) => text !== '' || at === 0),
  }
}

const blockOf = ({ text, level }: Paragraph, item: { readonly label: string; readonly depth: number } | undefined) => {
  const plain = text.trim()
  if (plain === '') return ''
  const label = item?.label === undefined || item.label === '' || item.label === '-' ? '' : `${item.label} `
  if (level > 0) return `${'#'.repeat(level)} ${label}${plain.replaceAll(/\s+/g, ' ')}`
  if (!item) return plain
  // Markdown has lists of marks and of numbers; other labels are text of an item.
  const mark = /^\d{1,9}[.)] $/.test(label) ? label : `- ${label}`
  return `${'  '.repeat(item.depth)}${mark}${plain}`
}

const isItem = (block: string) => /^ *(- |\d{1,9}[.)] )/.test(block)
