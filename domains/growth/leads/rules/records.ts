import { isAddress } from './columns.ts'

const recordMostChars = 100_000
/** Each open quotation mark costs a look at as many characters as a record may have. */
const openQuotesMost = 1_000

interface Cell {
  readonly text: string
  readonly isOpen: boolean
  /** The position of the character that ends the cell. */
  readonly end: number
}

/** The state that the next text needs from the text before. Plain values, which a thread can be given. */
export interface RecordState {
  /** The beginning of a record that is not complete. */
  readonly rest: string
  /** How many cells rows of this list have; 0 before that is known. */
  readonly columns: number
  readonly openQuotes: number
}
export const firstState: RecordState = { rest: '', columns: 0, openQuotes: 0 }

export interface ListRecord {
  readonly cells: readonly string[]
  readonly hasOpenQuote: boolean
}

/**
 * Reads the records of comma-separated values (RFC 4180) that are complete with this text. Quotation marks within a
 * cell belong to it. A quotation mark at the beginning of a cell that is not closed, or that is closed only behind
 * other rows, does not count: its row ends with its line and is marked. Throws ListRefusal for a record without an end.
 */
export const readRecords = (
  text: string,
  { delimiter, state, isLast }: Omit<Terms, 'columns'> & { readonly state: RecordState },
): { readonly records: readonly ListRecord[]; readonly state: RecordState } => {
  const whole = state.rest + text
  const records: ListRecord[] = []
  let { columns, openQuotes } = state
  let from = 0
  while (from < whole.length) {
    const record = recordAt(whole, from, { delimiter, columns, isLast })
    if (!record) break
    from = record.next
    if (columns === 0 && record.cells.length > 1) columns = record.cells.length
    if (record.hasOpenQuote) openQuotes += 1
    if (openQuotes > openQuotesMost) throw new ListRefusal('unreadable')
    records.push({ cells: record.cells, hasOpenQuote: record.hasOpenQuote })
  }
  const rest = whole.slice(from)
  if (rest.length > 2 * recordMostChars) throw new ListRefusal('unreadable')
  return { records, state: { rest, columns, openQuotes } }
}

interface Terms {
  readonly delimiter: ListDelimiter
  readonly columns: number
  readonly isLast: boolean
}

/** The record that begins at a place, with the beginning of the next; undefined if its end is not there yet. */
const recordAt = (text: string, from: number, terms: Terms): (ListRecord & { readonly next: number }) | undefined => {
  const cells: string[] = []
  let hasOpenQuote = false
  let at = from
  for (;;) {
    const cell = quotedAt(text, at, terms) ?? plainAt(text, at, terms)
    if (cell === 'incomplete') return undefined
    if (cell.end - from > recordMostChars) throw new ListRefusal('unreadable')
    cells.push(cell.text)
    hasOpenQuote ||= cell.isOpen
    if (text[cell.end] === terms.delimiter) {
      at = cell.end + 1
      continue
    }
    const isPair = text[cell.end] === '\r' && text[cell.end + 1] === '\n'
    // The line end may be cut.
    if (text[cell.end] === '\r' && cell.end + 1 === text.length && !terms.isLast) return undefined
    return { cells, hasOpenQuote, next: Math.min(text.length, cell.end + (isPair ? 2 : 1)) }
  }
}

const plainAt = (text: string, from: number, { delimiter, isLast }: Terms): Cell | 'incomplete' => {
  let end = from
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  if (end - from > recordMostChars) throw new ListRefusal('unreadable')
  return end === text.length && !isLast ? 'incomplete' : { text: text.slice(from, end), isOpen: false, end }
}

/** The cell in quotation marks that begins at a place; undefined without one. */
const quotedAt = (text: string, start: number, terms: Terms): Cell | 'incomplete' | undefined => {
  let from = start
  while (text[from] === ' ') from += 1
  if (text[from] !== '"') return undefined
  let at = from
  for (;;) {
    at = text.indexOf('"', at + 1)
    if (at === -1 && !terms.isLast && text.length - from <= recordMostChars) return 'incomplete'
    if (at === -1 || at - from > recordMostChars) return openAt(text, from, terms)
    if (at + 1 === text.length && !terms.isLast) return 'incomplete'
    if (text[at + 1] === '"') {
      at += 1
      continue
    }
    const end = endBehind(text, at + 1, terms)
    if (end === 'incomplete') return 'incomplete'
    const content = text.slice(from + 1, at)
    if (end !== undefined) {
      if (holdsRows(content, terms)) return openAt(text, from, terms)
      return { text: content.replaceAll('""', '"'), isOpen: false, end }
    }
    if (/[\r\n]/.test(content)) return openAt(text, from, terms)
  }
}

/** Where a cell ends whose quotation mark is closed; undefined if other text follows it. */
const endBehind = (text: string, from: number, { delimiter, isLast }: Terms): number | 'incomplete' | undefined => {
  let at = from
  while (text[at] === ' ') at += 1
  if (at === text.length) return isLast ? at : 'incomplete'
  return text[at] === delimiter || text[at] === '\n' || text[at] === '\r' ? at : undefined
}

const openAt = (text: string, from: number, terms: Terms): Cell | 'incomplete' => {
  const cell = plainAt(text, from + 1, terms)
  return cell === 'incomplete' ? cell : { ...cell, isOpen: true }
}

/** True if a cell has swallowed rows: one of its lines has the cells of a row, with a mail address among them. */
const holdsRows = (content: string, { delimiter, columns }: Terms): boolean => {
  if (columns < 2 || !/[\r\n]/.test(content)) return false
  const lines = content.split(/\r\n|\r|\n/).slice(1)
  return lines.some((line) => {
    const cells = line.split(delimiter)
    return cells.length >= columns && cells.some((cell) => isAddress(cell.replaceAll('"', '')))
  })
}

export const listEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'cp850', 'macintosh'] as const
export type ListEncoding = (typeof listEncodings)[number]
export const listDelimiters = [',', ';', '\t', '|'] as const
export type ListDelimiter = (typeof listDelimiters)[number]

/** Why a file is no list. */
export type ListRefusalReason = 'workbook' | 'unreadable' | 'too_large' | 'no_sheet'

/** A file that is no list: another workbook than XLSX, no text, an endless row, too large, or without the sheet. */
export class ListRefusal extends Error {
  readonly reason: ListRefusalReason

  constructor(reason: ListRefusalReason, cause?: unknown) {
    super(`The list cannot be read: ${reason}`, { cause })
    this.name = 'ListRefusal'
    this.reason = reason
  }
}

export interface ListRow {
  /** From 1, as the file counts its rows. */
  readonly number: number
  readonly cells: readonly string[]
  /** A quotation mark in it was not closed, so that the row was read to the end of its line. */
  readonly hasOpenQuote?: boolean
}

export const listFormats = ['csv', 'xlsx'] as const
export const workbookMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The media type of a list by the name of its file; the server looks at the bytes. */
export const listMediaType = (fileName: string): string =>
  /\.xls[xm]$/i.test(fileName) ? workbookMediaType : 'text/csv'

export interface OpenedList {
  readonly format: (typeof listFormats)[number]
  /** Null for a workbook. */
  readonly encoding: ListEncoding | null
  readonly delimiter: ListDelimiter | null
  /** The sheet that is read, and the names of the others that are shown. */
  readonly sheet: string | null
  readonly otherSheets: readonly string[]
  /** Each row once, in order, as it arrives. Throws ListRefusal. */
  readonly rows: AsyncIterable<ListRow>
}
