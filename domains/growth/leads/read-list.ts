import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { withWorkbook, type WorkbookParts, type WorkbookTerms } from './read-workbook.ts'
import {
  listDelimiters,
  ListRefusal,
  type ListDelimiter,
  type ListEncoding,
  type ListRow,
  type OpenedList,
} from './rules/lists.ts'

/** What an upload says of its list. */
export interface ListTerms extends WorkbookTerms {
  readonly encoding?: ListEncoding | undefined
  readonly delimiter?: ListDelimiter | undefined
}

const headBytes = 65_536
const rowMostChars = 100_000

/**
 * Lends a list of any size to `work`: comma-separated values (RFC 4180) or a workbook (XLSX), told apart by their bytes. Few
 * rows are in memory at a time. Throws ListRefusal.
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
  return work(openText(head, pieces, terms))
}

const zipFile = Buffer.from('PK\u0003\u0004')
// Of Excel before 2007, and of what newer ones encrypt.
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

const openText = (
  head: Buffer,
  pieces: AsyncIterator<Buffer>,
  terms: Pick<ListTerms, 'encoding' | 'delimiter'>,
): OpenedList => {
  const encoding = terms.encoding ?? encodingOf(head)
  const sample = new TextDecoder(encoding).decode(head)
  if (sample.includes('\0')) throw new ListRefusal('unreadable')
  const delimiter = terms.delimiter ?? delimiterOf(sample)
  const rows = rowsOf(decoded(wholeOf(head, pieces), encoding), delimiter)
  return { format: 'csv', encoding, delimiter, sheet: null, otherSheets: [], rows }
}

/** By its byte order mark, by zero bytes beside ASCII, or by whether it is UTF-8; else Windows-1252. */
export const encodingOf = (head: Buffer): ListEncoding => {
  const [one, two] = head
  if (one === 0xff && two === 0xfe) return 'utf-16le'
  if (one === 0xfe && two === 0xff) return 'utf-16be'
  const sample = head.subarray(0, 1_024)
  const zeros = (parity: number) => sample.filter((byte, at) => byte === 0 && at % 2 === parity).length
  if (zeros(1) > sample.length / 4) return 'utf-16le'
  if (zeros(0) > sample.length / 4) return 'utf-16be'
  try {
    // The last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The one of the known delimiters that the first line has most often outside quotes. */
export const delimiterOf = (sample: string): ListDelimiter => {
  const [line = ''] = sample.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/)
  const count = (delimiter: string) => line.split(delimiter).length
  return listDelimiters.reduce((best, one) => (count(one) > count(best) ? one : best))
}

async function* decoded(pieces: AsyncIterable<Buffer>, encoding: ListEncoding) {
  const decoder = new TextDecoder(encoding)
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

async function* rowsOf(texts: AsyncIterable<string>, delimiter: ListDelimiter): AsyncGenerator<ListRow> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: rowMostChars,
  })
  pipeline(Readable.from(texts), parser, () => undefined)
  let number = 0
  try {
    for await (const cells of parser) yield { number: (number += 1), cells: cells as string[] }
  } catch (error) {
    if (error instanceof CsvError) throw new ListRefusal('unreadable', error)
    throw error
  }
}
