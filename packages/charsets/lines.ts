import { isUtf8 } from 'node:buffer'
import { charsetOfMarkup, utf16Of } from './charset.ts'

/**
 * Text for people whose lines may be in several character sets, such as a diff before and after a change, a source file
 * or a log. A line is UTF-8 if it can be, else in the set that markup names, or in that of Windows, where each byte is a
 * character of its own. With `isCut`, the text may begin and end within a character; else it may also be UTF-16.
 */
export const decodeLines = (bytes: Buffer, { isCut = false } = {}): string => {
  const wide = isCut ? undefined : utf16Of(bytes)
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  if (isUtf8(bytes)) return bytes.toString()
  const other = new TextDecoder(otherCharset(bytes))
  const texts: string[] = []
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf(0x0a, at)
    const end = found === -1 ? bytes.length : found + 1
    const line = bytes.subarray(at, end)
    const isEdge = at === 0 || end === bytes.length
    texts.push(isUtf8(isCut && isEdge ? wholeCharacters(line) : line) ? line.toString() : other.decode(line))
    at = end
  }
  return texts.join('')
}

const otherCharset = (bytes: Buffer): string => {
  const named = charsetOfMarkup(bytes.subarray(0, 4_096).toString('latin1'))
  return named === undefined || named === 'utf-8' ? 'windows-1252' : named
}

/** Whether bytes are no text in any character set: a NUL byte, and no UTF-16. */
export const isBinary = (bytes: Buffer): boolean => bytes.includes(0) && utf16Of(bytes) === undefined

/**
 * The bytes of a changed text in the character set of the file that it comes from, as `decodeLines` reads it. Undefined if
 * that set does not have a character of the text, has characters of several bytes, or is not the only one in the file.
 */
export const encodeLike = (text: string, before: Buffer): Buffer | undefined => {
  const wide = utf16Of(before)
  if (wide !== undefined) {
    const mark = before[0] === 0xff || before[0] === 0xfe ? '\ufeff' : ''
    const bytes = Buffer.from(mark + text, 'utf16le')
    return wide === 'utf-16le' ? bytes : bytes.swap16()
  }
  if (isUtf8(before)) return Buffer.from(text)
  const byteOf = bytesOfCharacters(otherCharset(before))
  const encode = (part: string) => Uint8Array.from(part, (character) => byteOf.get(character) ?? NaN)
  const isKnown = Array.from(text).every((character) => byteOf.has(character))
  return isKnown && before.equals(encode(decodeLines(before))) ? Buffer.from(encode(text)) : undefined
}

const bytesOfCharacters = (charset: string): ReadonlyMap<string, number> => {
  const all = Uint8Array.from({ length: 256 }, (_none, byte) => byte)
  const characters = Array.from(all, (byte) => new TextDecoder(charset).decode(Uint8Array.of(byte)))
  return new Map(characters.map((character, byte) => [character, byte]))
}

const isContinued = (byte = 0) => (byte & 0xc0) === 0x80

/** A line without parts of characters of UTF-8 at its ends. */
const wholeCharacters = (line: Buffer): Buffer => {
  let from = 0
  while (from < 3 && isContinued(line[from])) from += 1
  let to = line.length
  while (to > line.length - 3 && isContinued(line[to - 1])) to -= 1
  const isBegun = (line[to - 1] ?? 0) >= 0xc0
  return line.subarray(from, isBegun && !isUtf8(line.subarray(to - 1)) ? to - 1 : line.length)
}
