import { readFile } from 'node:fs/promises'
import { Parser } from 'htmlparser2'
import { decodeText } from '../../../platform/charsets/index.ts'
import type { ReadPage } from '../reader.ts'
import { RefusedDocumentError } from './fault.ts'
import { linkOf, pageMostChars, pageOfText, pictureOf, tableOf } from './pages.ts'

const depthMost = 2_000
const skipped = new Set('head title script style noscript template svg math iframe object canvas select'.split(' '))
const blocks = new Set(
  'p div section article main header footer aside nav ul ol dl dt dd blockquote pre figure figcaption form address h1 h2 h3 h4 h5 h6 hr'.split(
    ' ',
  ),
)

/** A web page as Markdown. A page without a line end of its own is one page. */
export const readHtml = async (path: string): Promise<readonly ReadPage[]> => {
  return [pageOfText(1, markdownOfHtml(decodeText(await readFile(path))))]
}

/** Markup as Markdown: headings, lists, tables, code, links, and pictures by their names. */
export const markdownOfHtml = (html: string): string => {
  const writer = openWriter()
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (text) => writer.text(text),
    onclosetag: (name) => writer.close(name),
  })
  parser.end(html)
  return writer.end()
}

interface OpenTable {
  readonly rows: string[][]
  /** The text of the open cell. */
  cell: string[] | undefined
}

const openWriter = () => {
  const out: string[] = []
  const tables: OpenTable[] = []
  const links: { readonly at: number; readonly parts: string[]; readonly href: string | undefined }[] = []
  const lists: OpenList[] = []
  let depth = 0
  let hidden = 0
  let code = 0
  let length = 0
  const write = (text: string) => {
    length += text.length
    if (length > 4 * pageMostChars) throw new RefusedDocumentError('too_large')
    const parts = tables.at(-1)?.cell ?? out
    parts.push(text)
  }
  const open: Readonly<Record<string, (attributes: Readonly<Record<string, string>>) => void>> = {
    br: () => write('\n'),
    ul: () => lists.push({ isOrdered: false, items: 0 }),
    ol: () => lists.push({ isOrdered: true, items: 0 }),
    li: () => write(nextItem(lists)),
    table: () => tables.push({ rows: [], cell: undefined }),
    tr: () => void tables.at(-1)?.rows.push([]),
    td: () => openCell(tables.at(-1)),
    th: () => openCell(tables.at(-1)),
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
    table: () => {
      const table = tables.pop()
      closeCell(table)
      if (table) write(`\n\n${tableOf(table.rows.filter((row) => row.length > 0))}\n\n`)
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
    open: (name: string, attributes: Readonly<Record<string, string>>) => {
      depth += 1
      if (depth > depthMost) throw new RefusedDocumentError('malformed')
      if (skipped.has(name)) hidden += 1
      if (hidden > 0) return
      if (blocks.has(name)) write('\n\n')
      if (/^h[1-6]$/.test(name)) write(`${'#'.repeat(Number(name[1]))} `)
      open[name]?.(attributes)
    },
    text: (text: string) => {
      if (hidden === 0) write(code > 0 ? text : text.replaceAll(/\s+/g, ' '))
    },
    close: (name: string) => {
      depth -= 1
      if (skipped.has(name)) {
        hidden = Math.max(0, hidden - 1)
        return
      }
      if (hidden > 0) return
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

const openCell = (table: OpenTable | undefined) => {
  if (!table) return
  closeCell(table)
  if (table.rows.length === 0) table.rows.push([])
  table.cell = []
}

const closeCell = (table: OpenTable | undefined) => {
  if (!table?.cell) return
  table.rows.at(-1)!.push(table.cell.join(''))
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
