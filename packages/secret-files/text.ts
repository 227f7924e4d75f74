import { utf16Of } from '../charsets/index.ts'

/** Why a file is not read; people see the rule, and the line if there is one. */
export class UnreadableFile extends Error {
  override readonly name = 'Unreadable'
  readonly rule: string
  /** From 1; 1 if the file as a whole is meant. */
  readonly line: number
  constructor(rule: string, line = 1) {
    super(`${rule} at line ${line}`)
    this.rule = rule
    this.line = line
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The text of UTF-8, or Latin-1 if `fallback` allows it, without its byte-order mark, which `encode` adds again. Throws
 * UnreadableFile: `utf-16`, `nul-byte`, `not-utf-8`.
 */
export const decode = (bytes: Uint8Array, fallback?: 'latin1') => {
  if (utf16Of(bytes) !== undefined) throw new UnreadableFile('utf-16')
  const nul = bytes.indexOf(0)
  if (nul !== -1) throw new UnreadableFile('nul-byte', lineOfByte(bytes, nul))
  try {
    const whole = utf8.decode(bytes)
    const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : ''
    return { text: whole.slice(mark.length), encode: (text: string) => Buffer.from(mark + text, 'utf8') }
  } catch {
    if (fallback !== 'latin1') throw new UnreadableFile('not-utf-8', lineOfByte(bytes, firstBadByte(bytes)))
    return { text: Buffer.from(bytes).toString('latin1'), encode: (text: string) => Buffer.from(text, 'latin1') }
  }
}

const lineOfByte = (bytes: Uint8Array, at: number) => {
  let line = 1
  for (let index = 0; index < at; index += 1) if (bytes[index] === 10) line += 1
  return line
}

/** The first difference between decoding and the bytes: the text behind a replacement character means nothing more. */
const firstBadByte = (bytes: Uint8Array) => {
  const [sound = ''] = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\uFFFD', 1)
  return Buffer.byteLength(sound)
}

/** Throws UnreadableFile for a carriage return that is no part of a line end. */
export const refuseBareCarriage = (text: string): void => {
  const at = text.search(/\r(?!\n)/)
  if (at !== -1) throw new UnreadableFile('bare-carriage-return', lineAt(text, at))
}

/** The line of an offset, from 1. */
export const lineAt = (text: string, offset: number): number => {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

/** As `lineAt`, for many offsets in any order: the starts of lines are looked for once, when the first one is asked. */
export const lineFinder = (text: string): ((offset: number) => number) => {
  let starts: readonly number[] | undefined
  return (offset) => {
    starts ??= lineStarts(text)
    let low = 1
    let high = starts.length
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (starts[middle - 1]! <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}

const lineStarts = (text: string): number[] => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** A replacement of part of a text. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text after replacements that do not overlap. */
export const splice = (text: string, splices: readonly Splice[]): string => {
  const parts: string[] = []
  let from = 0
  for (const one of [...splices].sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(from, one.start), one.text)
    from = one.end
  }
  return [...parts, text.slice(from)].join('')
}

/** How the lines of a text end: as its first one does. */
export const lineEnd = (text: string): '\r\n' | '\n' => (/\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n')

/** Where a line ends that contains `offset`, its line end included. */
export const afterLine = (text: string, offset: number): number => {
  const end = text.indexOf('\n', offset)
  return end === -1 ? text.length : end + 1
}

/** Where the line begins that contains `offset`. */
export const lineStart = (text: string, offset: number): number =>
  offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1

/** The sign between a name and its value, with its blanks as in the last entry of a file; else `usual`. */
export const signOf = (text: string, last: { readonly start: number } | undefined, usual: string): string => {
  const before = last ? text.slice(lineStart(text, last.start), last.start) : ''
  return /(?<![ \t])[ \t]*[=:][ \t]*$/.exec(before)?.[0] ?? usual
}

/** A line behind the last one. */
export const appendLine = (text: string, line: string): Splice => {
  const end = lineEnd(text)
  const before = text === '' || text.endsWith('\n') ? '' : end
  return { start: text.length, end: text.length, text: `${before}${line}${end}` }
}

/** Takes out the whole lines that a range touches. */
export const withoutLines = (text: string, start: number, end: number): Splice => ({
  start: lineStart(text, start),
  end: afterLine(text, end),
  text: '',
})

/** Takes an element out of a list on one line, with the comma behind it, or else with the comma before it. */
export const withoutElement = (text: string, start: number, end: number): Splice[][] => {
  const after = /^\s*,\s*/.exec(text.slice(end))?.[0].length ?? 0
  const before = /,\s*$/.exec(text.slice(0, start))?.[0].length ?? 0
  return [...(after > 0 ? [[{ start, end: end + after, text: '' }]] : []), [{ start: start - before, end, text: '' }]]
}

/** Whether only blanks are before a range on its line, and only blanks and `after` behind it. */
export const ownsLines = (text: string, start: number, end: number, after = /^[ \t\r]*$/): boolean =>
  /^[ \t]*$/.test(text.slice(lineStart(text, start), start)) &&
  after.test(text.slice(end, afterLine(text, end)).replace(/\n$/, ''))
