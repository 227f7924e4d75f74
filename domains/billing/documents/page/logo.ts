const pixelsMost = 4_096

/**
 * Whether a picture of the brand can stand on the page: one of few enough pixels to be unpacked, or a drawing without
 * filters, which would be computed pixel by pixel.
 */
export const isPlain = (mediaType: string, content: Buffer): boolean => {
  if (mediaType === 'image/svg+xml') return !/<filter|<image/.test(content.toString('utf8'))
  const size = sizeOf(mediaType, content)
  return size?.every((one) => one >= 1 && one <= pixelsMost) ?? false
}

// Source: PNG 1.2, IHDR; GIF89a, logical screen descriptor.
const sizeOf = (mediaType: string, content: Buffer): readonly number[] | undefined => {
  if (mediaType === 'image/png' && content.length >= 24) return [content.readUInt32BE(16), content.readUInt32BE(20)]
  if (mediaType === 'image/gif' && content.length >= 10) return [content.readUInt16LE(6), content.readUInt16LE(8)]
  return mediaType === 'image/jpeg' ? sizeOfJpeg(content) : undefined
}

// Source: ITU-T T.81, B.2.2: the frame header is the first marker SOFn; B.1.1.2: bytes of fill may stand before any marker.
const sizeOfJpeg = (content: Buffer): readonly number[] | undefined => {
  let at = 2
  while (at + 9 <= content.length && content[at] === 0xff) {
    const marker = content[at + 1]!
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [content.readUInt16BE(at + 7), content.readUInt16BE(at + 5)]
    at += 2 + content.readUInt16BE(at + 2)
  }
  return undefined
}
