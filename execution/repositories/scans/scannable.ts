/** In which pieces files are searched. The overlap is longer than any secret that a rule knows: private keys have 8 KiB. */
export const searchedPieces = { pieceBytes: 1024 * 1024, overlapBytes: 16 * 1024 }

// As many as text of two bytes a character has; programs and archives have fewer, or nothing but them.
const wideShare = 0.25
const runs = /[\t\x20-\x7e]{8,}/g

/**
 * The text for the search for secrets, from any bytes: a whole file without NUL bytes, in any encoding, since secrets
 * are ASCII; from other files the runs in ASCII and in UTF-16, whose every second byte is NUL.
 */
export const scannable = (content: Buffer): string => {
  if (!content.includes(0)) return content.toString('utf8')
  const text = content.toString('latin1')
  const narrow = text.match(runs) ?? []
  const wide = text.replaceAll('\0', '')
  const isWide = text.length - wide.length >= wideShare * text.length
  return [...narrow, ...(isWide ? (wide.match(runs) ?? []) : [])].join('\n')
}
