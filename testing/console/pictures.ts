import { crc32, deflateSync } from 'node:zlib'

const big = (bytes: number, value: number) => {
  const written = Buffer.alloc(bytes)
  written.writeUIntBE(value, 0, bytes)
  return written
}
const little = (bytes: number, value: number) => {
  const written = Buffer.alloc(bytes)
  written.writeUIntLE(value, 0, bytes)
  return written
}
const text = (letters: string) => Buffer.from(letters, 'latin1')

type Make = (width: number, height: number) => Buffer

// Heads of pictures as their formats have them, without the pixels.

export const png: Make = (width, height) =>
  Buffer.concat([text('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), big(4, width), big(4, height), text('\x08\x06\0\0\0')])

export const gif: Make = (width, height) =>
  Buffer.concat([text('GIF89a'), little(2, width), little(2, height), text('\x80\0\0')])

/** With a comment and a run of fill bytes before its frame. */
export const jpeg: Make = (width, height) =>
  Buffer.concat([
    text('\xff\xd8\xff\xfe\0\x06note\xff\xff\xff\xc2\0\x11\x08'),
    big(2, height),
    big(2, width),
    text('\x03'),
  ])

const riff = (chunk: string, content: Buffer) =>
  Buffer.concat([
    text('RIFF'),
    little(4, 12 + content.length),
    text(`WEBP${chunk}`),
    little(4, content.length),
    content,
  ])

export const webp: Readonly<Record<'lossy' | 'lossless' | 'extended', Make>> = {
  lossy: (width, height) =>
    riff('VP8 ', Buffer.concat([text('\0\0\0\x9d\x01\x2a'), little(2, width), little(2, height)])),
  lossless: (width, height) =>
    riff('VP8L', Buffer.concat([text('\x2f'), little(4, width - 1 + (height - 1) * 2 ** 14)])),
  extended: (width, height) =>
    riff('VP8X', Buffer.concat([text('\0\0\0\0'), little(3, width - 1), little(3, height - 1)])),
}

const box = (type: string, ...content: readonly Buffer[]) => {
  const whole = Buffer.concat(content)
  return Buffer.concat([big(4, 8 + whole.length), text(type), whole])
}

/** One in tiles: a size for them, and one for the whole. */
export const avif: Make = (width, height) => {
  const sizeOf = (wide: number, high: number) => box('ispe', big(4, 0), big(4, wide), big(4, high))
  const properties = box('iprp', box('ipco', sizeOf(1, 1), sizeOf(width, height)))
  return Buffer.concat([box('ftyp', text('mif1\0\0\0\0avif')), box('meta', big(4, 0), box('hdlr'), properties)])
}

const chunk = (type: string, content: Buffer) => {
  const named = Buffer.concat([text(type), content])
  return Buffer.concat([big(4, content.length), named, big(4, crc32(named))])
}

/** A whole PNG of one colour, which a browser can draw. */
export const paintedPng = (width: number, height: number, colour: readonly [number, number, number]): Buffer => {
  const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()])
  return Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', Buffer.concat([big(4, width), big(4, height), text('\x08\x02\0\0\0')])),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
