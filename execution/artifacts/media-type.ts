import { isUtf8 } from 'node:buffer'

const beginnings = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
  ['application/pdf', '255044462d'],
  ['application/zip', '504b0304'],
  ['application/gzip', '1f8b'],
  ['video/webm', '1a45dfa3'],
] as const

/**
 * The media type of a file by its bytes, not its name: one of a few kinds that browsers do not run. Text is
 * `text/plain` in any language, HTML and SVG too, `application/json` if it is JSON by its name; an unknown kind is
 * `application/octet-stream`.
 */
export const mediaTypeOf = (path: string, bytes: Buffer): string => {
  const start = bytes.subarray(0, 12)
  const known = beginnings.find(([, beginning]) => start.toString('hex').startsWith(beginning))?.[0]
  if (known) return known
  if (start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  if (!isText(bytes)) return 'application/octet-stream'
  return /\.json$/i.test(path) ? 'application/json' : 'text/plain; charset=utf-8'
}

/** Whether the bytes are UTF-8 without a NUL. */
export const isText = (bytes: Buffer): boolean => isUtf8(bytes) && !bytes.includes(0)
