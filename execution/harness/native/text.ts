/** The first and the last part of a long text, cut at line breaks if there are any, and the size of the rest. */
export const bounded = (text: string, bytesMax: number): string => {
  const bytes = Buffer.from(text)
  if (bytes.length <= bytesMax) return text
  const half = Math.floor(bytesMax / 2)
  const head = wholeLines(bytes.subarray(0, half).toString('utf8'), 'head')
  const tail = wholeLines(bytes.subarray(bytes.length - half).toString('utf8'), 'tail')
  const missing = bytes.length - Buffer.byteLength(head) - Buffer.byteLength(tail)
  return `${head}\n[… ${missing} bytes left out …]\n${tail}`
}

const wholeLines = (text: string, part: 'head' | 'tail') => {
  const at = part === 'head' ? text.lastIndexOf('\n') : text.indexOf('\n')
  const cut = part === 'head' ? text.slice(0, at) : text.slice(at + 1)
  const line = at === -1 || cut.length < text.length / 2 ? text : cut
  // A character that was cut in two is left out.
  return line.replace(/^\ufffd{1,9}|\ufffd{1,9}$/g, '')
}

/** A text from outside, set apart as material: no line of it begins a heading or a block. */
export const indented = (text: string): string => text.replaceAll(/^/gm, '    ')

/**
 * The value of a JSON text; undefined for another text. As in packages/foreign-json, which the agents' program lacks: a
 * sandbox shows it little more than this folder.
 */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A line, or a text that counts as one, as it is shown: not longer than a model can use. */
export const shownLine = (line: string, charactersMax = 2_000): string =>
  line.length > charactersMax
    ? `${line.slice(0, charactersMax)} [… ${line.length - charactersMax} more characters]`
    : line
