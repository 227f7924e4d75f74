const quote = 0x22
const backslash = 0x5c
const unicodeEscape = 0x75
/** The state after a backslash: the kind of the escape is not known yet. */
const escapeBegan = 5

/**
 * A cutter of JSON that comes in pieces: each string ends after `mostBytes` of its source, so that a long body loses
 * only its own end. Valid JSON stays valid: no escape and no character is cut in its middle.
 */
export const openStringCutter = (mostBytes: number): ((piece: Buffer) => Buffer) => {
  let isInside = false
  let isDropping = false
  let length = 0
  /** The bytes of an escape that are still to come. */
  let escape = 0
  return (piece) => {
    const kept = Buffer.allocUnsafe(piece.length)
    let size = 0
    for (const byte of piece) {
      if (!isInside || (byte === quote && escape === 0)) {
        if (byte === quote) {
          isInside = !isInside
          isDropping = false
          length = 0
        }
        kept[size] = byte
        size += 1
        continue
      }
      if (escape === escapeBegan) escape = byte === unicodeEscape ? 4 : 0
      else if (escape > 0) escape -= 1
      else {
        // Not before a byte that continues with a character.
        if (length >= mostBytes && (byte & 0xc0) !== 0x80) isDropping = true
        if (byte === backslash) escape = escapeBegan
      }
      if (isDropping) continue
      length += 1
      kept[size] = byte
      size += 1
    }
    return kept.subarray(0, size)
  }
}
