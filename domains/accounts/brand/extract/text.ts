/** Bytes of a text, with the charset that came with them. */
export interface EncodedText {
  readonly bytes: Uint8Array
  readonly charset?: string | undefined
}

/** Text of a file by its byte order mark, the charset that came with it, or what it says itself; UTF-8 otherwise. */
export const textOf = ({ bytes, charset }: EncodedText): string => {
  const label = markOf(bytes) ?? known(charset) ?? known(ownCharset(bytes)) ?? 'utf-8'
  return new TextDecoder(label).decode(bytes)
}

const markOf = (bytes: Uint8Array) => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined
}

const known = (label: string | undefined) => {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** `<meta charset>` or `@charset`, which stand in the first kilobyte. Source: HTML standard, prescan of a byte stream. */
const ownCharset = (bytes: Uint8Array) => {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1')
  return /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1] ?? /^@charset\s+"([\w.:-]+)"/.exec(head)?.[1]
}
