/** Characters at 0x80 to 0x9f, where Windows-1252 differs from Latin-1; the gaps are unused (WHATWG Encoding). */
const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const gaps = new Set('\u0081\u008d\u008f\u0090\u009d')

const places = new Map(
  Array.from(high)
    .filter((one) => !gaps.has(one))
    .map((one) => [one, 0x80 + high.indexOf(one)]),
)

const placeOf = (character: string): number | undefined => {
  const point = character.codePointAt(0)!
  if ((point >= 0x20 && point <= 0x7e) || (point >= 0xa0 && point <= 0xff)) return point
  return places.get(character)
}

/**
 * A text in characters that Windows-1252 has, one byte each: missing marks are dropped from their letters; other
 * characters without a place, and control characters, become a question mark or a space.
 */
export const in1252 = (text: string): string => Array.from(text.normalize('NFC'), nearest).join('')

const nearest = (character: string): string => {
  if (placeOf(character) !== undefined) return character
  if (/\s|\p{Cc}/u.test(character)) return ' '
  const bare = character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return bare !== '' && Array.from(bare).every((one) => placeOf(one) !== undefined) ? bare : '?'
}

/** The bytes of a text in Windows-1252; throws for a text that `in1252` did not return, or a line end of our own. */
export const encode1252 = (text: string): Buffer => {
  const bytes = Buffer.alloc(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    const place = character === '\r' || character === '\n' ? character.charCodeAt(0) : placeOf(character)
    if (place === undefined) throw new Error('A text is not in Windows-1252')
    bytes[at] = place
  }
  return bytes
}
