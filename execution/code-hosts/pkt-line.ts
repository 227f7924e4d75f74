/** The end of a section. Source: gitprotocol-common(5). */
export const flush = '0000'

/** One line with its length before it, in four hexadecimal digits. */
export const pktLine = (text: string): string => {
  const sizeBytes = Buffer.byteLength(text) + 4
  if (sizeBytes > 65_520) throw new Error('A line of git’s protocol has at most 65,516 bytes')
  return sizeBytes.toString(16).padStart(4, '0') + text
}

/**
 * The lines of an answer, without their final line ends and without the ends of sections; undefined if the bytes are
 * no such lines.
 */
export const pktLines = (bytes: Buffer): string[] | undefined => {
  const lines: string[] = []
  let at = 0
  while (at < bytes.length) {
    const head = bytes.toString('latin1', at, at + 4)
    if (!/^[0-9a-f]{4}$/.test(head)) return undefined
    const sizeBytes = Number.parseInt(head, 16)
    if (sizeBytes > 0 && (sizeBytes < 4 || at + sizeBytes > bytes.length)) return undefined
    if (sizeBytes > 0) lines.push(bytes.toString('utf8', at + 4, at + sizeBytes).replace(/\n$/, ''))
    at += Math.max(sizeBytes, 4)
  }
  return lines
}
