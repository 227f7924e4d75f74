import { readFile } from 'node:fs/promises'
import { Parser } from 'htmlparser2'
import { decodeText } from '../../charsets/index.ts'
import type { ReadPage } from '../reader.ts'
import { RefusedDocumentError } from './fault.ts'
import { linkOf, pageMostChars, pageOfText, pictureOf } from './pages.ts'
import { TableGrid } from './table-grid.ts'

const depthMost = 2_000
const skipped = new Set('head title script style noscript template select'.split(' '))
// Elements that are left out with the word for their text; the latter have none of their own.
const named: Readonly<Record<string, string>> = { del: 'deleted_text', svg: 'charts_not_read', math: 'part_not_read' }
const withoutText: Readonly<Record<string, string>> = {
  canvas: 'charts_not_read',
  iframe: 'objects_not_read',
  object: 'objects_not_read',
  embed: 'objects_not_read',
  video: 'objects_not_read',
  audio: 'objects_not_read',
}
const blocks = new Set(
  'p div section article main header footer aside nav ul ol dl dt dd blockquote pre figure figcaption form address h1 h2 h3 h4 h5 h6 hr'.split(
    ' ',
  ),
)

/** A web page as Markdown; the whole of it is one page. */
export const readHtml = async (path: string): Promise<readonly ReadPage[]> => {
  const { markdown, unread } = markdownOfHtml(decodeText(await readFile(path)))
  return [pageOfText(1, markdown, { unread })]
}

/** Text in Markdown, and words for what its source has beside it. */
export interface MarkdownText {
  readonly markdown: string
  readonly unread: readonly string[]
}

/** Markup as Markdown. Deleted and hidden text, drawings and embedded pages are left out and named. */
export const markdownOfHtml = (html: string): MarkdownText => {
  const unread = new Set<string>()
  const text = openWriter()
  const writer = withoutHidden(text, unread)
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (text) => writer.text(text),
    onclosetag: (name) => writer.close(name),
  })
  parser.end(html)
  return { markdown: text.end(), unread: [...unread] }
}

interface Writer {
  open: (name: string, attributes: Attributes) => void
  text: (text: string) => void
  close: (name: string) => void
}

type Attributes = Readonly<Record<string, string>>

/** Whether an element is hidden by its own attributes; style sheets are not read. */
const isHidden = ({ hidden, style = '' }: Attributes): boolean =>
  hidden !== undefined ||
  /(?:^|;)(?:display:none|visibility:hidden|visibility:collapse)/i.test(style.replaceAll(/\s+/g, ''))

/** Omits invisible parts, such as programs and hidden text, and parts other than text, and names them. */
const withoutHidden = ({ open, text, close }: Writer, unread: Set<string>): Writer => {
  let depth = 0
  /** The element that is left out with all within, and the word for its text. */
  let left: { readonly depth: number; readonly word: string | undefined } | undefined
  /** The depth of a program or a name within it. */
  let silentAt: number | undefined
  return {
    open: (name, attributes) => {
      depth += 1
      if (depth > depthMost) throw new RefusedDocumentError('malformed')
      if (left) {
        if (skipped.has(name) || name === 'desc') silentAt ??= depth
        return
      }
      if (skipped.has(name)) left = { depth, word: undefined }
      else if (isHidden(attributes)) left = { depth, word: 'hidden_text' }
      else if (named[name] !== undefined) left = { depth, word: named[name] }
      else if (withoutText[name] !== undefined) {
        unread.add(withoutText[name])
        left = { depth, word: undefined }
      } else open(name, attributes)
    },
    text: (words) => {
      if (!left) text(words)
      else if (left.word !== undefined && silentAt === undefined && words.trim() !== '') unread.add(left.word)
    },
    close: (name) => {
      if (silentAt === depth) silentAt = undefined
      depth -= 1
      if (!left) close(name)
      else if (depth < left.depth) left = undefined
    },
  }
}

interface OpenTable {
  readonly grid: TableGrid
  /** The text of the open cell. */
  cell: string[] | undefined
}

const openWriter = () => {
  const out: string[] = []
  const tables: OpenTable[] = []
  const links: { readonly at: number; readonly parts: string[]; readonly href: string | undefined }[] = []
  const lists: OpenList[] = []
  let code = 0
  let length = 0
  const write = (text: string) => {
    length += text.length
    if (length > 4 * pageMostChars) throw new RefusedDocumentError('too_large')
    const parts = tables.at(-1)?.cell ?? out
    parts.push(text)
  }
  const endGroup = () => {
    closeCell(tables.at(-1))
    tables.at(-1)?.grid.endGroup()
  }
  const open: Readonly<Record<string, (attributes: Attributes) => void>> = {
    br: () => write('\n'),
    ul: () => lists.push({ isOrdered: false, items: 0 }),
    ol: () => lists.push({ isOrdered: true, items: 0 }),
    li: () => write(nextItem(lists)),
    table: () => tables.push({ grid: new TableGrid(), cell: undefined }),
    tbody: endGroup,
    tfoot: endGroup,
    tr: () => {
      closeCell(tables.at(-1))
      tables.at(-1)?.grid.beginRow()
    },
    td: (attributes) => openCell(tables.at(-1), attributes),
    th: (attributes) => openCell(tables.at(-1), attributes),
    pre: () => {
      if (code === 0) write('```\n')
      code += 1
    },
    img: ({ alt = '', src = '' }) => write(pictureOf(alt || (src.startsWith('data:') ? '' : src.split('/').at(-1)!))),
    a: ({ href }) => {
      const parts = tables.at(-1)?.cell ?? out
      links.push({ at: parts.length, parts, href })
    },
  }
  const close: Readonly<Record<string, () => void>> = {
    ul: () => void lists.pop(),
    ol: () => void lists.pop(),
    td: () => closeCell(tables.at(-1)),
    th: () => closeCell(tables.at(-1)),
    thead: endGroup,
    tbody: endGroup,
    table: () => {
      const table = tables.pop()
      closeCell(table)
      if (table) write(`\n\n${table.grid.markdown()}\n\n`)
    },
    pre: () => {
      code = Math.max(0, code - 1)
      if (code === 0) write('\n```')
    },
    a: () => {
      const link = links.pop()
      if (link) link.parts.push(linkOf(link.parts.splice(link.at).join(''), link.href))
    },
  }
  return {
    open: (name: string, attributes: Attributes) => {
      if (blocks.has(name)) write('\n\n')
      if (/^h[1-6]$/.test(name)) write(`${'#'.repeat(Number(name[1]))} `)
      open[name]?.(attributes)
    },
    text: (text: string) => write(code > 0 ? text : text.replaceAll(/\s+/g, ' ')),
    close: (name: string) => {
      close[name]?.()
      if (blocks.has(name)) write('\n\n')
    },
    end: () => tidy(out.join('')),
  }
}

interface OpenList {
  readonly isOrdered: boolean
  items: number
}

/** The beginning of the next item in the innermost list. */
const nextItem = (lists: readonly OpenList[]): string => {
  const list = lists.at(-1)
  if (list) list.items += 1
  return `\n${'  '.repeat(Math.max(0, lists.length - 1))}${list?.isOrdered ? `${list.items}.` : '-'} `
}

const openCell = (table: OpenTable | undefined, { colspan, rowspan }: Attributes) => {
  if (!table) return
  closeCell(table)
  table.grid.beginCell({ columns: spanIn(colspan) || 1, rows: spanIn(rowspan) || Infinity })
  table.cell = []
}

/** How many columns or rows a cell has, where 0 is one column or all rows of the group. */
const spanIn = (text = ''): number => Number(/^\s{0,9}(\d{1,9})/.exec(text)?.[1] ?? 1)

const closeCell = (table: OpenTable | undefined) => {
  if (!table?.cell) return
  table.grid.add(table.cell.join(''))
  table.cell = undefined
}

const tidy = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n (?! )/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
