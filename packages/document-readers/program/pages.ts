import { refusedPage, type ReadPage } from '../reader.ts'

// The Markdown of a page that was read, and its tables, pictures and links.

/** The most characters for a page's text. */
export const pageMostChars = 400_000

/** A page by its Markdown: parsed, empty, or refused. `unread` names its other content, such as `hidden_text`. */
export const pageOfText = (
  number: number,
  text: string,
  { isCut = false, unread = [] }: { readonly isCut?: boolean; readonly unread?: readonly string[] } = {},
): ReadPage => {
  const markdown = text.trim()
  if (markdown === '') {
    // A page with unread parts may not be empty.
    if (unread.length > 0) return { ...refusedPage(number, 'not_read'), reasons: unread }
    return { number, state: 'empty', confidence: 1, reasons: [], markdown: '' }
  }
  if (markdown.length > pageMostChars) return refusedPage(number, 'too_long')
  const confidence = isCut ? cutConfidence : confidenceOf(markdown)
  const reasons = isCut ? ['cut'] : confidence < garbledBelow ? ['garbled'] : []
  return { number, state: 'parsed', confidence, reasons: [...reasons, ...unread], markdown }
}

const cutConfidence = 0.5
const garbledBelow = 0.8
// Characters without a meaning: replacements, private use, unassigned, and controls other than line ends and tabs.
const meaningless = /[\uFFFD\p{Co}\p{Cn}]|[^\P{Cc}\n\t]/gu

/** The share of characters that have a meaning, to two digits. */
const confidenceOf = (text: string): number => {
  const bad = text.match(meaningless)?.length ?? 0
  return Math.round((1 - bad / text.length) * 100) / 100
}

/** Cells as a table of Markdown; the first row is its head. */
export const tableOf = (rows: readonly (readonly string[])[]): string => {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (columns === 0) return ''
  const line = (row: readonly string[]) => {
    const cells = Array.from({ length: columns }, (_none, at) => cellOf(row[at] ?? ''))
    return `| ${cells.join(' | ')} |`
  }
  const [head = [], ...rest] = rows
  return [line(head), `|${' --- |'.repeat(columns)}`, ...rest.map(line)].join('\n')
}

const cellOf = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll('|', String.raw`\|`)

/** Blocks of Markdown with an empty line between them, but not between two items of a list. */
export const joinBlocks = (blocks: readonly string[], isItem: (block: string) => boolean): string =>
  blocks.reduce((text, block, at) => {
    if (at === 0) return block
    return `${text}${isItem(block) && isItem(blocks[at - 1]!) ? '\n' : '\n\n'}${block}`
  }, '')

/** A picture by the first of these names that is not empty; without an address, since the picture is not kept. */
export const pictureOf = (...names: readonly (string | undefined)[]): string => {
  const labels = names.map((name) => cellOf(name ?? '').replaceAll(/[[\]]/g, ''))
  return `![${labels.find((label) => label !== '') ?? 'picture'}]()`
}

/** A link, or only its text if the address is not a web or mail address. */
export const linkOf = (text: string, address: string | undefined): string => {
  const label = text.trim()
  if (label === '' || address === undefined || !/^(https?:|mailto:)[^\s()<>]{1,2000}$/i.test(address)) return text
  return `[${label.replaceAll(/[[\]]/g, '')}](${address})`
}
