import { utf16Of } from '../../../packages/charsets/index.ts'
import { ListRefusal, type ListEncoding } from './rules/records.ts'

/** The upper half of code page 850, which DOS and programs that export for it write. */
const upperOf850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

type LegacyEncoding = 'windows-1252' | 'cp850' | 'macintosh'
const legacyEncodings: readonly LegacyEncoding[] = ['windows-1252', 'cp850', 'macintosh']
const isLegacy = (encoding: ListEncoding): encoding is LegacyEncoding =>
  (legacyEncodings as readonly string[]).includes(encoding)

const decodeLegacy = (bytes: Uint8Array, encoding: LegacyEncoding): string =>
  encoding === 'cp850'
    ? Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCodePoint(byte) : upperOf850[byte - 0x80]!)).join('')
    : new TextDecoder(encoding).decode(bytes)

const decodeUtf8 = (bytes: Uint8Array, isWhole = true): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !isWhole })
  } catch {
    return undefined
  }
}

/**
 * The encoding of a list by its first bytes: by its byte order mark, by zero bytes beside ASCII, or by whether it is
 * UTF-8; else the older encoding whose characters are most like words.
 */
export const encodingOf = (head: Uint8Array): ListEncoding => {
  const wide = utf16Of(head)
  if (wide !== undefined) return wide
  // The last character may be cut.
  if (decodeUtf8(head, false) !== undefined) return 'utf-8'
  const doubtful = linesOf(head).filter((line) => decodeUtf8(line) === undefined)
  const penalties = legacyEncodings.map((encoding) => ({
    encoding,
    penalty: doubtful.reduce((sum, line) => sum + penaltyOf(decodeLegacy(line, encoding)), 0),
  }))
  return penalties.reduce((best, other) => (other.penalty < best.penalty ? other : best)).encoding
}

// Letters of names and words in the languages for which these encodings are made.
const usual = 'äöüßéèêëàâáíïîóòôõúùûñçãåøæœšžýÄÖÜÉÈÊÀÂÁÍÓÔÕÚÑÇÃÅØÆŒŠŽ'
const isUnusual = new RegExp(`(?![${usual}])[^\\P{L}\\0-\\u007f]`, 'gu')

/** How little a text is like words: control characters, signs and odd capitals within words, and rare letters. */
const penaltyOf = (text: string): number => {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return (
    3 * count(/[\u0080-\u009f]/g) +
    2 * count(/(?<=\p{L})[^\p{L}\p{M}\0-\u007f’](?=\p{L})/gu) +
    2 * count(/(?<=\p{Ll})[^\P{Lu}\0-\u007f]/gu) +
    count(/(?<=\p{Lu})[^\P{Ll}\0-\u007f](?=\p{Lu})/gu) +
    count(isUnusual)
  )
}

const linesOf = (bytes: Uint8Array): readonly Uint8Array[] => {
  const lines: Uint8Array[] = []
  let from = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== 0x0a && bytes[at] !== 0x0d) continue
    lines.push(bytes.subarray(from, at + 1))
    from = at + 1
  }
  lines.push(bytes.subarray(from))
  return lines
}

/**
 * A line that is UTF-8, or in an older encoding: programs append to lists of others. Undecidable bytes of a line with
 * characters of both become U+FFFD.
 */
const decodeLine = (line: Uint8Array, legacy: LegacyEncoding): string => {
  const text = decodeUtf8(line)
  if (text !== undefined) return text
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(line)
  return /[^\0-\u007f\ufffd]/.test(lenient) ? lenient : decodeLegacy(line, legacy)
}

const lineMostBytes = 400_000

export interface ListPiece {
  readonly encoding: ListEncoding
  /** True if the encoding was named and holds for all lines; otherwise each line is judged. */
  readonly isNamed: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** Decodes complete lines and returns the rest for the next piece. Throws ListRefusal for a line without an end. */
export const decodePiece = (
  bytes: Uint8Array,
  { encoding, isNamed, isFirst, isLast }: ListPiece,
): { readonly text: string; readonly undecoded: Uint8Array } => {
  const end = isLast ? bytes.length : lastLineEnd(bytes, encoding)
  const whole = bytes.subarray(0, end)
  if (bytes.length - end > lineMostBytes) throw new ListRefusal('unreadable')
  const decoded = decodeLines(whole, encoding, isNamed)
  return { text: isFirst ? decoded.replace(/^\ufeff/, '') : decoded, undecoded: bytes.slice(end) }
}

const decodeLines = (bytes: Uint8Array, encoding: ListEncoding, isNamed: boolean): string => {
  if (isNamed && isLegacy(encoding)) return decodeLegacy(bytes, encoding)
  if (isNamed || encoding.startsWith('utf-16')) return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
  const legacy = isLegacy(encoding) ? encoding : 'windows-1252'
  return (
    decodeUtf8(bytes) ??
    linesOf(bytes)
      .map((line) => decodeLine(line, legacy))
      .join('')
  )
}

/** Behind the last byte that ends a line. Both bytes of a line end in UTF-16 are in the piece. */
const lastLineEnd = (bytes: Uint8Array, encoding: ListEncoding): number => {
  if (!encoding.startsWith('utf-16')) return Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d)) + 1
  const low = encoding === 'utf-16le' ? 0 : 1
  for (let at = bytes.length - (bytes.length % 2) - 2; at >= 0; at -= 2) {
    const unit = bytes[at + low]
    if ((unit === 0x0a || unit === 0x0d) && bytes[at + 1 - low] === 0) return at + 2
  }
  return 0
}
