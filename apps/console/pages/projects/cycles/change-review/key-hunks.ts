import type { DiffLine } from '../review/parse-patch.ts'
import type { ReviewFile } from '../review/review-files.ts'

export const hunksMost = 3
export const linesMost = 24
const contextLines = 3
const charactersMost = 400

/** A part of a change that a person reads first. */
export interface KeyHunk {
  readonly file: ReviewFile
  /** Position of the file in the change, as the review page counts it. */
  readonly fileIndex: number
  readonly lines: readonly DiffLine[]
  /** How many lines of the hunk are not shown. */
  readonly hiddenLines: number
}

/** The hunks to read first: product code before tests, tests before generated files, then the largest. */
export const keyHunks = (files: readonly ReviewFile[]): KeyHunk[] =>
  files
    .flatMap(hunksOf)
    .toSorted((a, b) => rankOf(a.file) - rankOf(b.file) || b.changed - a.changed)
    .slice(0, hunksMost)
    .map(({ file, fileIndex, lines }) => {
      const shown = shortened(lines)
      return { file, fileIndex, lines: shown, hiddenLines: lines.length - shown.length }
    })

interface Hunk extends Omit<KeyHunk, 'hiddenLines'> {
  /** How many lines are added or removed. */
  readonly changed: number
}

const hunksOf = (file: ReviewFile, fileIndex: number): Hunk[] =>
  splitAtHeadings(file.lines ?? []).flatMap((lines) => {
    // A project without a repository has no change to compare with: all lines of its files count.
    const changed = file.kind === undefined ? lines.length : lines.filter(isChange).length
    return changed === 0 ? [] : [{ file, fileIndex, lines, changed }]
  })

const splitAtHeadings = (lines: readonly DiffLine[]): DiffLine[][] => {
  const hunks: DiffLine[][] = [[]]
  for (const line of lines) {
    if (line.kind === 'hunk') hunks.push([])
    else hunks.at(-1)!.push(line)
  }
  return hunks
}

const isChange = ({ kind }: DiffLine) => kind === 'add' || kind === 'del'

const generated = /(^|\/)([\w.-]+\.lock|package-lock\.json|pnpm-lock\.yaml|npm-shrinkwrap\.json|go\.sum)$|\.min\.\w+$/

// Only for the order on the page: the review on the server decides which files are tests.
const testFile =
  /(^|\/)(tests?|specs?|__\w+__|fixtures|testdata|e2e)\/|[._-](test|tests|spec|snap)([._]|$)|(^|\/)test_/i

const rankOf = ({ name }: ReviewFile) => {
  if (generated.test(name)) return 2
  return testFile.test(name) ? 1 : 0
}

/** At most `linesMost` lines, beginning shortly before the first change. */
const shortened = (lines: readonly DiffLine[]): DiffLine[] => {
  const first = Math.max(0, lines.findIndex(isChange) - contextLines)
  const start = lines.length > linesMost ? first : 0
  return lines.slice(start, start + linesMost).map(shortLine)
}

const shortLine = (line: DiffLine): DiffLine =>
  line.text.length > charactersMost ? { ...line, text: `${line.text.slice(0, charactersMost)}…` } : line
