export const listEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'cp850', 'macintosh'] as const
export type ListEncoding = (typeof listEncodings)[number]
export const listDelimiters = [',', ';', '\t', '|'] as const
export type ListDelimiter = (typeof listDelimiters)[number]

/** Why a file is no list. */
const listRefusals = ['workbook', 'unreadable', 'too_large', 'no_sheet'] as const
export type ListRefusalReason = (typeof listRefusals)[number]

/**
 * A file that is no list: a workbook of another kind than XLSX, something without text, a row that has no end, a workbook
 * that unpacks to too much, or a sheet that is missing.
 */
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
