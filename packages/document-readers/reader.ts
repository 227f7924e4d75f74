/** Formats that documents are read from. */
export type DocumentFormat = 'pdf' | 'image' | 'word' | 'sheet' | 'slides' | 'html' | 'mail' | 'plain'

/** How the words of a document are found here: as they are stored in it, or by recognition in pictures of its pages. */
export type ReadingEngine = 'text' | 'ocr'

/** `empty` has neither text nor pictures; `needs_ocr` shows something that is no text; `refused` was not read. */
export const pageStates = ['parsed', 'empty', 'needs_ocr', 'refused'] as const
export type PageState = (typeof pageStates)[number]

/** A page as it was read. A sheet, a slide or a whole web page is a page too. */
export interface ReadPage {
  /** From 1. */
  readonly number: number
  readonly state: PageState
  /** From 0 to 1: the certainty that the text matches the page. */
  readonly confidence: number
  /** Reason codes for a state or a confidence below the best. */
  readonly reasons: readonly string[]
  readonly markdown: string
}

/** Why nothing of a document can be read. */
export type DocumentRefusal =
  | 'encrypted'
  | 'malformed'
  | 'too_many_pages'
  | 'too_large'
  | 'unsupported'
  | 'programs_missing'
  | 'sheet_missing'
  | 'time'
  | 'memory'

/** The output of the reading program, one record to a line. */
export type ReadRecord =
  | { readonly type: 'pages'; readonly count: number }
  | { readonly type: 'begin'; readonly number: number }
  | ({ readonly type: 'page' } & ReadPage)
  | { readonly type: 'refused'; readonly rule: DocumentRefusal }
  | { readonly type: 'finished' }

/** A row of a sheet: its number from 1, and its cells up to the last one with a value. */
export type WorkbookRow = readonly [number: number, cells: readonly string[]]

/** The output of the reading program for the rows of a sheet. */
export type RowsRecord =
  | { readonly type: 'sheet'; readonly name: string; readonly others: readonly string[] }
  | { readonly type: 'rows'; readonly rows: readonly WorkbookRow[] }
  | { readonly type: 'refused'; readonly rule: DocumentRefusal }
  | { readonly type: 'finished' }

/** The input of the reading program on standard input, for the rows of a sheet. */
export interface RowsJob {
  readonly format: 'rows'
  readonly path: string
  /** The name of the sheet; without it the first that is shown and has a value. */
  readonly sheet?: string | undefined
}

/** The input of the reading program on standard input. */
export interface ReadJob {
  readonly format: DocumentFormat
  readonly engine: ReadingEngine
  /** Path of the file, which only this program sees. */
  readonly path: string
  /** The first page to read. */
  readonly from: number
  readonly pagesMost: number
  /** The folder of character maps. */
  readonly cmaps: string
  /** Languages of tesseract, such as `eng+deu`. */
  readonly languages: string
}

/** A page without text, for this reason. */
export const refusedPage = (number: number, reason: string): ReadPage => ({
  number,
  state: 'refused',
  confidence: 0,
  reasons: [reason],
  markdown: '',
})
