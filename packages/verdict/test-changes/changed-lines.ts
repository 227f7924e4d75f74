import type { FileChange, Side } from './change.ts'
import { addedHits } from './hits.ts'

export interface Line {
  /** Counted from 1. */
  readonly line: number
  readonly text: string
}

/** Lines with more than comments that a file has now and had not, and the other way round. */
export interface LineChanges {
  readonly added: readonly Line[]
  readonly removed: readonly Line[]
}

/** Lines that only change their order count from the first one on that is somewhere else. */
export const changedLines = ({ before, after }: Pick<FileChange, 'before' | 'after'>): LineChanges => {
  const was = linesOf(before)
  const is = linesOf(after)
  const added = addedHits(was, is, ({ text }) => text)
  const removed = addedHits(is, was, ({ text }) => text)
  if (added.length > 0 || removed.length > 0) return { added, removed }
  return { added: is.filter(({ text }, at) => text !== was[at]!.text), removed: [] }
}

/** The changed lines that a rule keeps. */
export const keptLines = ({ added, removed }: LineChanges, keep: (line: Line) => boolean): LineChanges => ({
  added: added.filter(keep),
  removed: removed.filter(keep),
})

/** The changed lines of a file at numbers that are found in each of its texts, beside the text of the other side. */
export const linesWithin = (
  file: FileChange,
  numbersIn: (text: string, other: string) => ReadonlySet<number>,
): LineChanges => {
  const { before = '', after = '' } = file.text
  const { added, removed } = changedLines(file)
  const isIn = (inside: ReadonlySet<number>) => (line: Line) => inside.has(line.line)
  return {
    added: added.filter(isIn(numbersIn(after, before))),
    removed: removed.filter(isIn(numbersIn(before, after))),
  }
}

/** The numbers of some lines of a text. */
export const linesWhere = (text: string, is: (line: string, at: number) => boolean): ReadonlySet<number> =>
  new Set(text.split('\n').flatMap((line, at) => (is(line, at) ? [at + 1] : [])))

/** Lines that a file has now and had not, with their comments. */
export const addedRawLines = ({ before, after }: Pick<FileChange, 'before' | 'after'>): Line[] =>
  addedHits(rawLinesOf(before), rawLinesOf(after), ({ text }) => text)

const rawLinesOf = (side: Side | undefined): Line[] =>
  (side?.views.raw.split('\n') ?? []).map((text, at) => ({ line: at + 1, text: text.replace(/\r$/, '') }))

const linesOf = (side: Side | undefined): Line[] =>
  (side?.views.text.split('\n') ?? [])
    .map((text, at) => ({ line: at + 1, text: text.trimEnd() }))
    .filter(({ text }) => text !== '')

const shownMost = 5
/** A longer line ends with “…”, so that its beginning is not read as the whole line. */
const quotedMost = 100

/** A sentence about changed lines, and the line that it begins with; undefined if no line differs. */
export const sayLines = (
  path: string,
  { added, removed }: LineChanges,
): { line: number; sentence: string } | undefined => {
  const first = added[0] ?? removed[0]
  if (!first) return undefined
  const gone = removed[0]
  const shown = ({ text }: Line) => `“${cut(text.trim())}”`
  const what =
    added.length === 0
      ? `${path} does not say ${shown(gone!)} any more, line ${gone!.line} before the change.`
      : `${path}:${first.line} says ${shown(first)}${gone ? `, before ${shown(gone)}` : ''}.`
  return { line: first.line, sentence: `${what}${alsoIn(added.slice(1), removed.slice(1))}` }
}

const cut = (text: string) => (text.length > quotedMost ? `${text.slice(0, quotedMost)}…` : text)

/** The numbers of lines in words, at most so many. */
export const numbersOf = (lines: readonly Pick<Line, 'line'>[], most: number): string => {
  const numbers = lines.slice(0, most).map(({ line }) => line)
  return `line ${numbers.join(', ')}${lines.length > most ? ', …' : ''}`
}

const alsoIn = (added: readonly Line[], removed: readonly Line[]) => {
  const changed = added.length === 0 ? '' : ` Also changed: ${numbersOf(added, shownMost)}.`
  const count = removed.length === 1 ? '1 more line is' : `${removed.length} more lines are`
  return removed.length > 0 && added.length === 0 ? ` ${count} gone.` : changed
}
