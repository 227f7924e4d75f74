/** A picture as described by its bytes. */
export interface Picture {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly width: number
  readonly height: number
  /** Where the picture ends: what follows belongs to no picture. */
  readonly endBytes: number
}

/** The most dots of a picture that is taken: a decoder needs four bytes for each. */
export const dotsMost = 50_000_000

/**
 * Reads the frame of a PNG, JPEG, GIF or WebP to its end, without decoding it. Undefined for anything else, for a cut
 * picture, and for a picture without width or height. Takes time in proportion to its bytes, and no memory.
 */
export const pictureOf = (bytes: Buffer): Picture | undefined => {
  const found = readers.map((read) => readOrNone(read, bytes)).find((one) => one !== undefined)
  return found && found.width > 0 && found.height > 0 && found.endBytes <= bytes.length ? found : undefined
}

/** Bytes as a data address, in which models are shown pictures. */
export const dataAddress = (mediaType: string, bytes: Buffer): string =>
  `data:${mediaType};base64,${bytes.toString('base64')}`

/** A picture as a data address, without what follows its end in the file. */
export const pictureAddress = ({ mediaType, endBytes }: Picture, bytes: Buffer): string =>
  dataAddress(mediaType, bytes.subarray(0, endBytes))

type Reader = (bytes: Buffer) => Picture | undefined

/** A read behind the last byte is how a cut-off picture shows. */
const readOrNone = (read: Reader, bytes: Buffer): Picture | undefined => {
  try {
    return read(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const isAt = (bytes: Buffer, at: number, text: string) => bytes.toString('latin1', at, at + text.length) === text

/** PNG, third edition, section 5: a signature, then chunks from IHDR to IEND. */
const readPng: Reader = (bytes) => {
  if (!isAt(bytes, 0, '\x89PNG\r\n\x1a\n') || !isAt(bytes, 12, 'IHDR')) return undefined
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  let hasData = false
  for (let at = 8; ;) {
    const next = at + 12 + bytes.readUInt32BE(at)
    hasData ||= isAt(bytes, at + 4, 'IDAT')
    if (isAt(bytes, at + 4, 'IEND')) return hasData ? { mediaType: 'image/png', ...size, endBytes: next } : undefined
    at = next
  }
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** ITU T.81, annex B: markers with lengths, and scans of entropy-coded bytes up to EOI. */
const readJpeg: Reader = (bytes) => {
  if (bytes.readUInt16BE(0) !== 0xff_d8) return undefined
  let size: { width: number; height: number } | undefined
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker === 0xd9) return size && { mediaType: 'image/jpeg', ...size, endBytes: at + 2 }
    else {
      if (isFrame(marker)) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
      const next = at + 2 + bytes.readUInt16BE(at + 2)
      at = marker === 0xda ? endOfScan(bytes, next) : next
    }
  }
}

/** A scan ends at a marker that is neither a stuffed byte nor a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); ; at = bytes.indexOf(0xff, at + 1)) {
    if (at === -1) throw new RangeError('The scan has no end')
    const marker = bytes.readUInt8(at + 1)
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at
  }
}

const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** GIF 89a: a screen, then extensions and images in blocks, up to the trailer. */
const readGif: Reader = (bytes) => {
  if (!isAt(bytes, 0, 'GIF87a') && !isAt(bytes, 0, 'GIF89a')) return undefined
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  let hasImage = false
  for (let at = 13 + tableBytes(bytes.readUInt8(10)); ;) {
    const block = bytes.readUInt8(at)
    if (block === 0x3b) return hasImage ? { mediaType: 'image/gif', ...size, endBytes: at + 1 } : undefined
    if (block === 0x21) at = endOfBlocks(bytes, at + 2)
    else if (block === 0x2c) {
      hasImage = true
      at = endOfBlocks(bytes, at + 11 + tableBytes(bytes.readUInt8(at + 9)))
    } else return undefined
  }
}

const endOfBlocks = (bytes: Buffer, from: number): number => {
  let at = from
  while (bytes.readUInt8(at) !== 0) at += bytes.readUInt8(at) + 1
  return at + 1
}

/** RFC 9649: a RIFF container whose first chunk has the size. */
const readWebp: Reader = (bytes) => {
  if (!isAt(bytes, 0, 'RIFF') || !isAt(bytes, 8, 'WEBP')) return undefined
  const riffBytes = bytes.readUInt32LE(4)
  const size = webpSize(bytes)
  return size && { mediaType: 'image/webp', ...size, endBytes: 8 + riffBytes + (riffBytes % 2) }
}

const webpSize = (bytes: Buffer) => {
  if (isAt(bytes, 12, 'VP8X')) return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (isAt(bytes, 12, 'VP8 '))
    return { width: bytes.readUInt16LE(26) & 0x3f_ff, height: bytes.readUInt16LE(28) & 0x3f_ff }
  if (!isAt(bytes, 12, 'VP8L')) return undefined
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 }
}

const readers: readonly Reader[] = [readPng, readJpeg, readGif, readWebp]
