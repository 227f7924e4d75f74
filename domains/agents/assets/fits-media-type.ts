import { isBinary, utf16Of } from '../../../packages/charsets/index.ts'

const starts: Readonly<Record<string, readonly RegExp[]>> = {
  'application/pdf': [/%PDF-/],
  'image/gif': [/^GIF8/],
  'image/jpeg': [/^\xff\xd8\xff/],
  'image/png': [/^\x89PNG\r\n/],
  'image/tiff': [/^II\*\0/, /^MM\0\*/],
  'image/webp': [/^RIFF[^]{4}WEBP/],
  'audio/flac': [/^fLaC/],
  'audio/mpeg': [/^ID3/, /^\xff[\xe0-\xff]/],
  'audio/ogg': [/^OggS/],
  'audio/wav': [/^RIFF[^]{4}WAVE/],
  'audio/x-wav': [/^RIFF[^]{4}WAVE/],
  'audio/mp4': [/^[^]{4}ftyp/],
  'video/mp4': [/^[^]{4}ftyp/],
  'video/quicktime': [/^[^]{4}(ftyp|moov|wide|mdat|free)/],
  'audio/webm': [/^\x1a\x45\xdf\xa3/],
  'video/webm': [/^\x1a\x45\xdf\xa3/],
}
const zip = [/^PK\x03\x04/]

// Kinds of files that people send and no operation takes, by the words that they are called by.
const others: Readonly<Record<string, RegExp>> = {
  'a ZIP archive or an office file': /^PK\x03\x04/,
  'a file of an older Office, such as DOC, XLS, PPT or MSG': /^\xd0\xcf\x11\xe0/,
  RTF: /^\{\\rtf/,
  'HEIC or AVIF': /^[^]{4}ftyp(hei|hev|avi|mif)/,
}

/** How many bytes `fitsMediaType` looks at. */
export const beginningBytes = 1_024

/**
 * True if bytes that begin so can be of a media type. A text has no NUL near its beginning, unless it is UTF-16;
 * anything may be of a type whose beginning is not known.
 */
export const fitsMediaType = (mediaType: string, beginning: Buffer): boolean => {
  const text = beginning.subarray(0, beginningBytes).toString('latin1')
  if (mediaType.startsWith('application/vnd.openxmlformats-')) return zip.some((start) => start.test(text))
  if (isTextType(mediaType)) return !text.includes('\0') || utf16Of(beginning) !== undefined
  return starts[mediaType]?.some((start) => start.test(text)) ?? true
}

/** The kind of a file by its beginning, in words for people. */
export const kindOfBytes = (beginning: Buffer): string => {
  const text = beginning.subarray(0, beginningBytes).toString('latin1')
  const isIt = (forms: readonly RegExp[]) => forms.some((form) => form.test(text))
  const [found] = [
    ...Object.entries(others).filter(([, form]) => form.test(text)),
    ...Object.entries(starts).filter(([, forms]) => isIt(forms)),
  ].map(([name]) => name)
  if (found !== undefined) return found
  return isBinary(beginning.subarray(0, beginningBytes)) ? 'a file of no known kind' : 'text'
}

const isTextType = (mediaType: string) =>
  mediaType.startsWith('text/') ||
  ['application/json', 'application/xhtml+xml', 'image/svg+xml', 'message/rfc822'].includes(mediaType)
