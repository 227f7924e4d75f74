import type { Readable } from 'node:stream'
import { outsideReader, type OutsideRead } from '../../../platform/threads/index.ts'
import type { LeadField } from './rules.ts'
import type { formOf, ListForm, ListState, readPiece } from './list-text.ts'
import { namedDelimiter } from './rules/delimiters.ts'
import {
  ListRefusal,
  type ListDelimiter,
  type ListEncoding,
  type ListRow,
  type OpenedList,
  type ListRefusalReason,
} from './rules/records.ts'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openRows, RowsRefusedError, type OpenedRows } from '../../../packages/document-readers/index.ts'
import { makeOwnFolder, removeOwnFolder, type SandboxDriver } from '../../../execution/sandbox/index.ts'

/** The upload's statements about its list. */
export interface ListTerms extends WorkbookTerms {
  readonly workspace: string
  readonly encoding?: ListEncoding | undefined
  readonly delimiter?: ListDelimiter | undefined
  /** The fields of its columns by their names. */
  readonly mapping?: ReadonlyMap<string, LeadField> | undefined
}

const headBytes = 65_536
const pieceBytes = 131_072

/**
 * Lends a list of any size to `work`: comma-separated values (RFC 4180) or a workbook (XLSX), distinguished by their
 * bytes. Few rows are in memory at a time. Throws ListRefusal.
 */
export const withList = async <T>(
  parts: WorkbookParts,
  content: Readable,
  terms: ListTerms,
  work: (list: OpenedList) => Promise<T>,
): Promise<T> => {
  const pieces = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const head = await readHead(pieces)
  if (startsWith(head, oldOfficeFile)) throw new ListRefusal('workbook')
  if (startsWith(head, zipFile)) return withWorkbook(parts, wholeOf(head, pieces), terms, work)
  return work(await openText(head, pieces, terms))
}

const zipFile = Buffer.from('PK\u0003\u0004')
// The format of Excel before 2007, and of encrypted newer files.
const oldOfficeFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const startsWith = (head: Buffer, start: Buffer) => head.subarray(0, start.length).equals(start)

const readHead = async (pieces: AsyncIterator<Buffer>): Promise<Buffer> => {
  const read: Buffer[] = []
  let length = 0
  while (length < headBytes) {
    const next = await pieces.next()
    if (next.done === true) break
    read.push(next.value)
    length += next.value.length
  }
  return Buffer.concat(read)
}

async function* wholeOf(head: Buffer, pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  for (;;) {
    const next = await pieces.next()
    if (next.done === true) return
    yield next.value
  }
}

const module = new URL('./list-text.ts', import.meta.url)
const readForm = outsideReader<typeof formOf>({ module, name: 'formOf', mostBytes: 2 * headBytes })
const readRecords = outsideReader<typeof readPiece>({
  module,
  name: 'readPiece',
  mostBytes: 32 * pieceBytes,
  answerMostBytes: 32 * 2 ** 20,
})

const openText = async (head: Buffer, pieces: AsyncIterator<Buffer>, terms: ListTerms): Promise<OpenedList> => {
  const { workspace: key, signal, encoding, delimiter, mapping } = terms
  const isWhole = head.length < headBytes
  const form = valueOf(await readForm({ head, encoding, delimiter, mapping, isWhole }, { key, signal }))
  return {
    format: 'csv',
    encoding: form.encoding,
    delimiter: form.delimiter,
    sheet: null,
    otherSheets: [],
    rows: rowsOf(largePieces(wholeOf(head, pieces)), form, { key, signal }),
  }
}

const valueOf = <Value>({ value, unread }: OutsideRead<Value | undefined>): Value => {
  if (value === undefined) throw new ListRefusal('unreadable', unread)
  return value
}

/** Pieces of some 128 KiB, so that few are handed to a thread. */
async function* largePieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes < pieceBytes) continue
    const all = Buffer.concat(waiting)
    for (let at = 0; at < all.length; at += pieceBytes) yield all.subarray(at, at + pieceBytes)
    waiting = []
    bytes = 0
  }
  yield Buffer.concat(waiting)
}

async function* rowsOf(
  pieces: AsyncGenerator<Buffer>,
  form: ListForm,
  options: Parameters<typeof readRecords>[1],
): AsyncGenerator<ListRow> {
  let number = 0
  let state: ListState | undefined
  for (let next = await pieces.next(), isLast = false; !isLast;) {
    const bytes = next.value as Buffer
    next = await pieces.next()
    isLast = next.done === true
    const read = valueOf(await readRecords({ bytes, form, state, isLast }, options))
    state = read.state
    for (const { cells, hasOpenQuote } of read.records) {
      number += 1
      // The line that names the delimiter is no row of the list.
      if (number === 1 && namedDelimiter(cells.join(form.delimiter)) !== undefined) continue
      yield { number, cells, ...(hasOpenQuote && { hasOpenQuote }) }
    }
  }
}

export interface WorkbookParts {
  readonly sandboxes: SandboxDriver
}

interface WorkbookTerms {
  readonly listId: string
  /** The name of the sheet to read; without it the first that is shown and has a value. */
  readonly sheet?: string | undefined
  readonly signal: AbortSignal
  /** Carries out work that needs a sandbox, or throws if none is free. */
  readonly inSandbox: <T>(work: () => Promise<T>) => Promise<T>
}

/** Lends the rows of a workbook, whose file is on disk for so long: a zip file is read from its end. */
const withWorkbook = async <T>(
  { sandboxes }: WorkbookParts,
  content: AsyncIterable<Buffer>,
  { listId, sheet, signal, inSandbox }: WorkbookTerms,
  work: (list: OpenedList) => Promise<T>,
): Promise<T> => {
  const folder = await makeOwnFolder(tmpdir())
  try {
    const path = join(folder, 'list.xlsx')
    await pipeline(content, createWriteStream(path, { mode: 0o600 }), { signal })
    return await inSandbox(async () => {
      const opened = await openRows(sandboxes, { id: listId, path, sheet, signal }).catch(refuse)
      try {
        return await work(listOf(opened))
      } finally {
        await opened.rows.return(undefined)
      }
    })
  } finally {
    await removeOwnFolder(folder)
  }
}

const listOf = ({ sheet, otherSheets, rows }: OpenedRows): OpenedList => ({
  format: 'xlsx',
  encoding: null,
  delimiter: null,
  sheet: sheet ?? null,
  otherSheets,
  rows: numbered(rows),
})

async function* numbered(rows: OpenedRows['rows']): AsyncGenerator<ListRow> {
  try {
    for await (const [number, cells] of rows) yield { number, cells }
  } catch (error) {
    refuse(error)
  }
}

const refuse = (error: unknown): never => {
  throw error instanceof RowsRefusedError ? new ListRefusal(reasons[error.rule] ?? 'unreadable', error) : error
}

const reasons: Readonly<Partial<Record<RowsRefusedError['rule'], ListRefusalReason>>> = {
  sheet_missing: 'no_sheet',
  unsupported: 'workbook',
  encrypted: 'workbook',
  too_large: 'too_large',
  time: 'too_large',
  memory: 'too_large',
}
