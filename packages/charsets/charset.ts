import { isUtf8 } from 'node:buffer'

/** The name by which a character set is decoded (WHATWG Encoding); undefined if it is unknown. */
export const knownCharset = (label: string | undefined): string | undefined => {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

// The start of a text is enough, and holds whole units of two bytes.
const sampleBytes = 1_024
// In any language, an eighth of the units of two bytes are Latin: blanks, digits, signs and line ends.
const latinLeast = 1 / 8
const zerosLeast = 3
const notText = /[\p{Cn}\p{Co}\p{Cs}\ufffd]|[^\P{Cc}\n\r\t\f]/u

/** UTF-16 by a byte order mark or by the zero bytes of Latin text; undefined for other bytes. */
export const utf16Of = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  const [one, two] = bytes
  if (one === 0xff && two === 0xfe) return 'utf-16le'
  if (one === 0xfe && two === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, sampleBytes)
  const even = sample.subarray(0, sample.length - (sample.length % 2))
  const zeros = (parity: number) => even.filter((byte, at) => byte === 0 && at % 2 === parity).length
  const little = zeros(1)
  const big = zeros(0)
  const most = Math.max(little, big)
  if (most < zerosLeast || most < (even.length / 2) * latinLeast || most <= 4 * Math.min(little, big)) return undefined
  const charset = little > big ? 'utf-16le' : 'utf-16be'
  // The sample may end within a pair.
  const text = new TextDecoder(charset).decode(even).replace(/\ufffd$/, '')
  return notText.test(text) ? undefined : charset
}

/** The character set that markup or a style sheet names at its start, if it is a known one. Source: HTML standard, prescan. */
export const charsetOfMarkup = (markup: string): string | undefined => {
  const head = markup.slice(0, 4_096)
  const [, named] =
    /<meta\b[^>]{0,200}\bcharset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head) ??
    /^@charset\s+"([\w.:-]{1,40})"/.exec(head) ??
    []
  const known = knownCharset(named)
  // Markup that is read in ASCII is not UTF-16, though programs of Office write `charset=unicode`.
  return known?.startsWith('utf-16') ? undefined : known
}

/**
 * A text by its byte order mark or as UTF-16, else in the declared character set, if it is known, as UTF-8 if it can
 * be, by the name in its markup, or in that of Windows. Without the mark.
 */
export const decodeText = (bytes: Uint8Array, declared?: string): string => {
  const stated = utf16Of(bytes) ?? markOfUtf8(bytes) ?? knownCharset(declared)
  if (stated !== undefined) return new TextDecoder(stated).decode(bytes)
  const named = charsetOfMarkup(Buffer.from(bytes.subarray(0, 4_096)).toString('latin1'))
  // This charset's bytes are ASCII; other valid UTF-8 bytes contradict a different charset in the markup.
  const isUtf = isUtf8(bytes) && named !== 'iso-2022-jp'
  return new TextDecoder(isUtf ? 'utf-8' : (named ?? 'windows-1252')).decode(bytes)
}

const markOfUtf8 = ([one, two, three]: Uint8Array) =>
  one === 0xef && two === 0xbb && three === 0xbf ? 'utf-8' : undefined
