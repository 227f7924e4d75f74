import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

export const listEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type ListEncoding = (typeof listEncodings)[number]
export const listDelimiters = [',', ';', '\t', '|'] as const
export type ListDelimiter = (typeof listDelimiters)[number]

/** A file that is no list: a workbook, something without text, or a row that has no end. */
export class ListRefusal extends Error {
  readonly reason: 'workbook' | 'unreadable'

  constructor(reason: 'workbook' | 'unreadable', cause?: unknown) {
    super(`The list cannot be read: ${reason}`, { cause })
    this.name = 'ListRefusal'
    this.reason = reason
  }
}

interface SaidOfList {
  readonly encoding?: ListEncoding | undefined
  readonly delimiter?: ListDelimiter | undefined
}

export interface OpenedList {
  readonly encoding: ListEncoding
  readonly delimiter: ListDelimiter
  /** Each row once, in order, as it arrives. Throws ListRefusal. */
  readonly rows: AsyncIterable<readonly string[]>
}

const headBytes = 65_536
const rowMostChars = 100_000

/** Opens a list of comma-separated values (RFC 4180) of any size: at most one row and one piece of it are in memory. */
export const openList = async (content: Readable, said: SaidOfList): Promise<OpenedList> => {
  const pieces = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const head = await readHead(pieces)
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) throw new ListRefusal('workbook')
  const encoding = said.encoding ?? encodingOf(head)
  const sample = new TextDecoder(encoding).decode(head)
  if (sample.includes('\0')) throw new ListRefusal('unreadable')
  const delimiter = said.delimiter ?? delimiterOf(sample)
  return { encoding, delimiter, rows: rowsOf(decoded(head, pieces, encoding), delimiter) }
}

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

async function* decoded(head: Buffer, pieces: AsyncIterator<Buffer>, encoding: ListEncoding) {
  const decoder = new TextDecoder(encoding)
  yield decoder.decode(head, { stream: true })
  for (;;) {
    const next = await pieces.next()
    if (next.done === true) break
    yield decoder.decode(next.value, { stream: true })
  }
  yield decoder.decode()
}

async function* rowsOf(texts: AsyncIterable<string>, delimiter: ListDelimiter): AsyncGenerator<readonly string[]> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: rowMostChars,
  })
  pipeline(Readable.from(texts), parser, () => undefined)
  try {
    for await (const row of parser) yield row as string[]
  } catch (error) {
    if (error instanceof CsvError) throw new ListRefusal('unreadable', error)
    throw error
  }
}
