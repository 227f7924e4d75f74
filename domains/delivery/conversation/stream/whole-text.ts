/**
 * The pieces of a text, cut only if each piece can be sent separately as raw text: never between a carriage return and
 * its line feed, nor within a surrogate pair.
 */
export async function* wholeText(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const piece of pieces) {
    const text = held + piece
    held = /[\r\uD800-\uDBFF]$/.exec(text)?.[0] ?? ''
    const whole = text.slice(0, text.length - held.length)
    if (whole !== '') yield whole
  }
  if (held !== '') yield held
}
