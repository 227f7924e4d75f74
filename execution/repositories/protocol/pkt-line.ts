/** The received bytes are not a request of git. The message is for the person who pushes. */
export class PktError extends Error {
  override readonly name = 'PktError'
}

const lengthDigits = 4
const longestBytes = 65_520
const longestInBand = longestBytes - lengthDigits - 1

/** Ends a list of lines. */
export const flushPkt: Buffer = Buffer.from('0000')

/** A line in git's wire format: its length with these four hexadecimal digits, then the content. Source: gitprotocol-common(5). */
export const pktLine = (content: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(content)
  const length = bytes.length + lengthDigits
  if (length > longestBytes) throw new Error(`A line of ${bytes.length} bytes is too long for git`)
  return Buffer.concat([Buffer.from(length.toString(16).padStart(lengthDigits, '0')), bytes])
}

const bands = { answer: 1, message: 2 } as const

/**
 * Content as lines of a band; git shows the messages to its person. Source: gitprotocol-capabilities(5), side-band-64k.
 */
export const sideband = (band: keyof typeof bands, content: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(content)
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += longestInBand)
    pieces.push(pktLine(Buffer.concat([Buffer.of(bands[band]), bytes.subarray(at, at + longestInBand)])))
  return Buffer.concat(pieces)
}

/** The lines of an answer, without line ends and ends of sections; undefined if the bytes are no such lines. */
export const pktLines = (bytes: Buffer): string[] | undefined => {
  const lines: string[] = []
  let at = 0
  while (at < bytes.length) {
    const head = bytes.toString('latin1', at, at + lengthDigits)
    if (!/^[0-9a-f]{4}$/.test(head)) return undefined
    const length = Number.parseInt(head, 16)
    if (length > 0 && (length < lengthDigits || at + length > bytes.length)) return undefined
    if (length > 0) lines.push(bytes.toString('utf8', at + lengthDigits, at + length).replace(/\n$/, ''))
    at += Math.max(length, lengthDigits)
  }
  return lines
}

export interface PktReader {
  /** The next line's content, `flush` at the end of a list, and undefined at the end of the stream. */
  line(): Promise<Buffer | 'flush' | undefined>
  /** All bytes that follow. */
  rest(): AsyncGenerator<Buffer>
}

/** Reads lines of a stream, then its rest. Holds one line. Throws a PktError for an invalid line. */
export const openPktReader = (stream: AsyncIterable<Buffer>): PktReader => {
  const chunks = stream[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const take = async (length: number): Promise<Buffer | undefined> => {
    while (held.length < length) {
      const next = await chunks.next()
      if (next.done) break
      held = Buffer.concat([held, next.value])
    }
    if (held.length === 0) return undefined
    if (held.length < length) throw new PktError('The request ended in the middle of a line.')
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }
  return {
    line: async () => {
      const digits = (await take(lengthDigits))?.toString('latin1')
      if (digits === undefined) return undefined
      const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN
      if (length === 0) return 'flush'
      if (!(length > lengthDigits && length <= longestBytes)) throw new PktError('The request is not one of git.')
      const content = await take(length - lengthDigits)
      if (content === undefined) throw new PktError('The request ended in the middle of a line.')
      return content
    },
    async *rest() {
      if (held.length > 0) yield held
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
    },
  }
}
