/** A part of a text that is no code; of a string without its quotes. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly as: 'comment' | 'string'
}

/** The end of a string with backslashes: before its quote, or before the end of the line if that ends it; else -1. */
export const endOfEscaped = (raw: string, close: string, from: number, inLine: boolean): number => {
  for (let at = from; at < raw.length; at += 1) {
    if (raw[at] === '\\') at += 1
    else if (raw.startsWith(close, at) || (inLine && raw[at] === '\n')) return at
  }
  return -1
}
