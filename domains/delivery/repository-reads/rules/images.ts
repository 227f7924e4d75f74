/** The largest picture, in bytes and in pixels: unpacked, a pixel takes four bytes of the viewer's memory. */
export const imageMostBytes = 10 * 1024 ** 2
export const imageMostPixels = 40_000_000

const rasterTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const

interface Raster {
  readonly mediaType: (typeof rasterTypes)[number]
  readonly width: number
  readonly height: number
}

type Size = readonly [width: number, height: number]

/**
 * The type and size of a picture, by the head of its bytes and never by a name: one of five formats that run no code.
 * Undefined for anything else, drawings and documents too, and for a head that is cut or has no size.
 */
export const rasterOf = (bytes: Uint8Array): Raster | undefined => {
  const head = new Head(bytes)
  for (const mediaType of rasterTypes) {
    const size = sizes[mediaType](head)
    if (size && size[0] > 0 && size[1] > 0) return { mediaType, width: size[0], height: size[1] }
  }
  return undefined
}

/** True if a browser may be given it to unpack. */
export const hasFewPixels = ({ width, height }: Raster): boolean => width * height <= imageMostPixels

/** Numbers in untrusted bytes: beyond their end they are 0, and a name does not match. */
class Head {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get length() {
    return this.bytes.length
  }
  is(at: number, text: string): boolean {
    return Array.from(text, (letter, index) => this.at(at + index) === letter.charCodeAt(0)).every(Boolean)
  }
  at(at: number): number {
    return this.bytes[at] ?? 0
  }
  big16(at: number): number {
    return this.at(at) * 2 ** 8 + this.at(at + 1)
  }
  big32(at: number): number {
    return this.big16(at) * 2 ** 16 + this.big16(at + 2)
  }
  little16(at: number): number {
    return this.at(at) + this.at(at + 1) * 2 ** 8
  }
  little24(at: number): number {
    return this.little16(at) + this.at(at + 2) * 2 ** 16
  }
  little32(at: number): number {
    return this.little16(at) + this.little16(at + 2) * 2 ** 16
  }
}

// Source: PNG 3, 5.2 and 11.2.1.
const pngSize = (head: Head): Size | undefined =>
  head.is(0, '\x89PNG\r\n\x1a\n') && head.big32(8) === 13 && head.is(12, 'IHDR')
    ? [head.big32(16), head.big32(20)]
    : undefined

// Source: GIF89a, 18.
const gifSize = (head: Head): Size | undefined =>
  head.is(0, 'GIF87a') || head.is(0, 'GIF89a') ? [head.little16(6), head.little16(8)] : undefined

// Source: ITU-T T.81, B.1.1.3 and B.2.2: the markers DHT, JPG and DAC lie between the SOFn markers.
const noFrames = [0xc4, 0xc8, 0xcc]
const jpegSize = (head: Head): Size | undefined => {
  if (!head.is(0, '\xff\xd8\xff')) return undefined
  for (let at = 2; at < head.length && head.at(at) === 0xff;) {
    const marker = head.at(at + 1)
    // A marker may have any number of bytes FF before it.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && !noFrames.includes(marker)) return [head.big16(at + 7), head.big16(at + 5)]
    const length = head.big16(at + 2)
    if (length < 2) return undefined
    at += 2 + length
  }
  return undefined
}

// Source: RFC 9649, 2.5 to 2.7; a key frame of VP8 by RFC 6386, 9.1.
const webpSize = (head: Head): Size | undefined => {
  if (!head.is(0, 'RIFF') || !head.is(8, 'WEBP')) return undefined
  if (head.is(12, 'VP8X')) return [head.little24(24) + 1, head.little24(27) + 1]
  if (head.is(12, 'VP8 ') && head.is(23, '\x9d\x01\x2a'))
    return [head.little16(26) & 0x3fff, head.little16(28) & 0x3fff]
  if (!head.is(12, 'VP8L') || !head.is(20, '\x2f')) return undefined
  const packed = head.little32(21)
  return [(packed % 2 ** 14) + 1, (Math.floor(packed / 2 ** 14) % 2 ** 14) + 1]
}

const avifBrands = ['avif', 'avis']

// Source: AVIF 1.1, 4 and 6; ISO/IEC 14496-12, 4.2 and 4.3; ISO/IEC 23008-12, 6.5.3: the size is in a box `ispe`.
const avifSize = (head: Head): Size | undefined => {
  const first = boxAt(head, 0, head.length)
  if (first?.type !== 'ftyp') return undefined
  const brands = [first.from, ...Array.from({ length: 32 }, (_, index) => first.from + 8 + 4 * index)]
  if (!brands.some((at) => at + 4 <= first.to && avifBrands.some((brand) => head.is(at, brand)))) return undefined
  const meta = boxIn(head, { from: 0, to: head.length }, 'meta')
  // It has a version and flags before the boxes in it.
  const properties = meta && boxIn(head, { from: meta.from + 4, to: meta.to }, 'iprp')
  const container = properties && boxIn(head, properties, 'ipco')
  if (!container) return undefined
  // A picture in tiles has a size for them, and one for the whole.
  return boxesIn(head, container)
    .filter(({ type }) => type === 'ispe')
    .map(({ from }) => [head.big32(from + 4), head.big32(from + 8)] as const)
    .toSorted((one, other) => other[0] * other[1] - one[0] * one[1])[0]
}

interface Range {
  readonly from: number
  readonly to: number
}
interface Box extends Range {
  readonly type: string
}

const boxesMost = 256

const boxesIn = (head: Head, { from, to }: Range): Box[] => {
  const boxes: Box[] = []
  for (let box = boxAt(head, from, to); box && boxes.length < boxesMost; box = boxAt(head, box.to, to)) boxes.push(box)
  return boxes
}

const boxIn = (head: Head, range: Range, wanted: string) => boxesIn(head, range).find(({ type }) => type === wanted)

/** The box that begins there, by its content; undefined if it does not end before `to`. */
const boxAt = (head: Head, at: number, to: number): Box | undefined => {
  if (at + 8 > to) return undefined
  const size = head.big32(at)
  // 0 is up to the end; 1, a length of 64 bits, none of these boxes needs.
  const end = size === 0 ? to : at + size
  if (size === 1 || (size !== 0 && size < 8) || end > to) return undefined
  return { type: String.fromCharCode(...head.bytes.subarray(at + 4, at + 8)), from: at + 8, to: end }
}

const sizes: Readonly<Record<Raster['mediaType'], (head: Head) => Size | undefined>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/gif': gifSize,
  'image/webp': webpSize,
  'image/avif': avifSize,
}
