import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { RefusedDocumentError } from './fault.ts'

const entriesMost = 10_000
const entryMostBytes = 64 * 2 ** 20
const allMostBytes = 192 * 2 ** 20

/** The parts of an office file (ISO/IEC 29500-2). */
export interface Archive {
  /** Names of the parts. */
  readonly names: readonly string[]
  /** The text of a part; undefined where there is none. */
  text(name: string): Promise<string | undefined>
}

/**
 * Opens a zip file. What it unpacks to is counted as it comes, whatever the file says of itself: more than 64 MiB in one
 * part or 192 MiB together is refused.
 */
export const openArchive = async (path: string): Promise<Archive> => {
  const zip = await open(path)
  const entries = await entriesOf(zip)
  let left = allMostBytes
  return {
    names: [...entries.keys()],
    text: async (name) => {
      const entry = entries.get(name)
      if (!entry) return undefined
      const bytes = await unpack(zip, entry, Math.min(entryMostBytes, left))
      left -= bytes.length
      return new TextDecoder().decode(bytes)
    },
  }
}

const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: false } as const

const open = (path: string) =>
  new Promise<ZipFile>((resolve, reject) =>
    yauzl.open(path, options, (error, zip) => {
      if (error) reject(new RefusedDocumentError('malformed'))
      else resolve(zip)
    }),
  )

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

const refusalOfEntry = (entry: Entry, known: number) => {
  if (known >= entriesMost) return new RefusedDocumentError('too_large')
  return entry.isEncrypted() ? new RefusedDocumentError('encrypted') : undefined
}

const unpack = (zip: ZipFile, entry: Entry, mostBytes: number) =>
  new Promise<Buffer>((resolve, reject) => {
    if (entry.uncompressedSize > mostBytes) {
      reject(new RefusedDocumentError('too_large'))
      return
    }
    zip.openReadStream(entry, (error, stream) => {
      if (error) {
        reject(new RefusedDocumentError('malformed'))
        return
      }
      const chunks: Buffer[] = []
      let length = 0
      stream.on('data', (chunk: Buffer) => {
        length += chunk.length
        chunks.push(chunk)
        if (length > mostBytes) stream.destroy(new RefusedDocumentError('too_large'))
      })
      stream.once('error', (fault) =>
        reject(fault instanceof RefusedDocumentError ? fault : new RefusedDocumentError('malformed')),
      )
      stream.once('end', () => resolve(Buffer.concat(chunks)))
    })
  })
