import { createReadStream } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { RefusedDocumentError } from './fault.ts'

const entriesMost = 10_000

/** The limits of an archive's unpacked size, counted as it comes. */
export interface UnpackLimits {
  readonly partMostBytes: number
  readonly allMostBytes: number
}
const documentLimits: UnpackLimits = { partMostBytes: 64 * 2 ** 20, allMostBytes: 192 * 2 ** 20 }

/** The parts of an office file (ISO/IEC 29500-2). */
export type Archive = Awaited<ReturnType<typeof openArchive>>

/** Opens a zip file. Content that unpacks to more than the limits is refused, despite the sizes that the file declares. */
export const openArchive = async (path: string, limits = documentLimits) => {
  const zip = await open(path)
  const entries = await entriesOf(zip)
  let left = limits.allMostBytes
  async function* piecesOf(entry: Entry) {
    let decoder: InstanceType<typeof TextDecoder> | undefined
    for await (const bytes of unpack(zip, entry, Math.min(limits.partMostBytes, left))) {
      left -= bytes.length
      decoder ??= new TextDecoder(encodingOf(bytes))
      yield decoder.decode(bytes, { stream: true })
    }
    yield decoder?.decode() ?? ''
  }
  return {
    /** Names of the parts. */
    names: [...entries.keys()],
    /** The text of a part; undefined if it is missing. */
    text: async (name: string) => {
      const entry = entries.get(name)
      return entry && (await Array.fromAsync(piecesOf(entry))).join('')
    },
    /** The text of a part, piece by piece; empty if it is missing. */
    async *pieces(name: string) {
      const entry = entries.get(name)
      if (entry) yield* piecesOf(entry)
    },
  }
}

/** Parts are UTF-8 or UTF-16 (ISO/IEC 29500-2, 8.1.4); the latter begins with a byte order mark, or `<` in two bytes. */
const encodingOf = ([one, two]: Buffer): string => {
  if ((one === 0xff && two === 0xfe) || (one === 0x3c && two === 0)) return 'utf-16le'
  return (one === 0xfe && two === 0xff) || (one === 0 && two === 0x3c) ? 'utf-16be' : 'utf-8'
}

const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: false } as const

const open = async (path: string) => {
  const sizeBytes = await endOfZip(path)
  return new Promise<ZipFile>((resolve, reject) =>
    yauzl.fromRandomAccessReader(new FileRanges(path), sizeBytes, options, (error, zip) => {
      if (error) reject(new RefusedDocumentError('malformed'))
      else resolve(zip)
    }),
  )
}

class FileRanges extends yauzl.RandomAccessReader {
  readonly #path: string
  constructor(path: string) {
    super()
    this.#path = path
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 })
  }
}

const endRecordBytes = 22
const commentMostBytes = 65_535
const addedMostBytes = 1_048_576
const endRecordMark = Buffer.from('PK\u0005\u0006')

/** Where a zip file ends by its last record (APPNOTE 4.3.16): downloads add bytes behind it. Else the file's size. */
const endOfZip = async (path: string): Promise<number> => {
  await using file = await openFile(path)
  const { size } = await file.stat()
  const from = Math.max(0, size - endRecordBytes - commentMostBytes - addedMostBytes)
  const tail = Buffer.alloc(size - from)
  await file.read(tail, 0, tail.length, from)
  for (let at = tail.lastIndexOf(endRecordMark); at >= 0; at = at > 0 ? tail.lastIndexOf(endRecordMark, at - 1) : -1) {
    if (at + endRecordBytes > tail.length) continue
    const end = at + endRecordBytes + tail.readUInt16LE(at + 20)
    if (end <= tail.length) return from + end
  }
  return size
}

const entriesOf = (zip: ZipFile) =>
  new Promise<Map<string, Entry>>((resolve, reject) => {
    const entries = new Map<string, Entry>()
    zip.on('entry', (entry: Entry) => {
      const refusal = refusalOfEntry(entry, entries.size)
      if (refusal) {
        reject(refusal)
        return
      }
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.once('end', () => resolve(entries))
    zip.once('error', () => reject(new RefusedDocumentError('malformed')))
    zip.readEntry()
  })

const refusalOfEntry = (entry: Entry, count: number) => {
  if (count >= entriesMost) return new RefusedDocumentError('too_large')
  return entry.isEncrypted() ? new RefusedDocumentError('encrypted') : undefined
}

async function* unpack(zip: ZipFile, entry: Entry, mostBytes: number): AsyncGenerator<Buffer> {
  if (entry.uncompressedSize > mostBytes) throw new RefusedDocumentError('too_large')
  let length = 0
  try {
    for await (const bytes of await openEntry(zip, entry)) {
      length += bytes.length
      if (length > mostBytes) throw new RefusedDocumentError('too_large')
      yield bytes
    }
  } catch (error) {
    throw error instanceof RefusedDocumentError ? error : new RefusedDocumentError('malformed')
  }
}

const openEntry = (zip: ZipFile, entry: Entry) =>
  new Promise<AsyncIterable<Buffer>>((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(error)
      else resolve(stream)
    }),
  )
