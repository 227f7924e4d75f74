import type { ReactNode } from 'react'
import { hasLinesBefore, type DiffLine } from './parse-patch.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'
import type { listLineComments } from '../../../../../../domains/delivery/line-comments/contract.ts'
import type { ReviewFile } from './review-files.ts'

export type Layout = 'unified' | 'split'

/** A row of a diff: lines that are left out; one line, with its other side; or both sides beside one another. */
export type PatchRow =
  | { readonly is: 'hunk'; readonly text: string }
  | { readonly is: 'one'; readonly line: DiffLine; readonly other?: string }
  | { readonly is: 'two'; readonly left?: DiffLine; readonly right?: DiffLine }

/** The rows of a file. A removed line is beside the added one in its place, line by line. */
export const rowsOf = (lines: readonly DiffLine[], layout: Layout): PatchRow[] => {
  const rows: PatchRow[] = []
  let removed: DiffLine[] = []
  let added: DiffLine[] = []
  const flush = () => {
    rows.push(
      ...(layout === 'split' ? besides(removed, added) : [...onesOf(removed, added), ...onesOf(added, removed)]),
    )
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.kind === 'del') {
      // A removed line behind an added one begins another change.
      if (added.length > 0) flush()
      removed.push(line)
      continue
    }
    if (line.kind === 'add') {
      added.push(line)
      continue
    }
    flush()
    if (line.kind === 'hunk') {
      if (hasLinesBefore(line.text)) rows.push({ is: 'hunk', text: line.text })
    } else rows.push(layout === 'split' ? { is: 'two', left: line, right: line } : { is: 'one', line })
  }
  flush()
  return rows
}

type Lines = readonly DiffLine[]

const besides = (removed: Lines, added: Lines): PatchRow[] =>
  Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => ({
    is: 'two' as const,
    ...(removed[at] && { left: removed[at] }),
    ...(added[at] && { right: added[at] }),
  }))

const onesOf = (lines: Lines, others: Lines): PatchRow[] =>
  lines.map((line, at) => ({ is: 'one', line, ...(others[at] && { other: others[at].text }) }))

export interface LineRef {
  readonly side: 'before' | 'after'
  readonly line: number
}

/** Nodes and marks beside the text of a file's lines. The keys are from `lineRefKey`. */
export interface LineNotes {
  /** The nodes below a line. */
  readonly notes: ReadonlyMap<string, ReactNode>
  /** Lines with findings that one sentence above the file sums up. */
  readonly marked?: ReadonlySet<string> | undefined
  readonly onComment?: ((place: LineRef, text: string) => void) | undefined
}

/** The places of a row: an unchanged line is on the side after the change. */
export const lineRefsOf = (row: PatchRow): LineRef[] => {
  if (row.is === 'hunk') return []
  if (row.is === 'one') return [lineRefOf(row.line)]
  if (row.left === row.right) return [lineRefOf(row.right!)]
  return [row.left, row.right].flatMap((line) => (line ? [lineRefOf(line)] : []))
}

export const lineRefOf = ({ after, before }: DiffLine): LineRef =>
  after === undefined ? { side: 'before', line: before! } : { side: 'after', line: after }

export const lineRefKey = ({ side, line }: LineRef): string => `${side} ${line}`

export type LineComment = Reply<typeof listLineComments>['comments'][number]

export const lineTextMost = 500

/** The place of a line among the shown lines: after the change, else before it. */
export const shownLine = ({ lines = [] }: ReviewFile, line: number | undefined): LineRef | undefined => {
  if (line === undefined) return undefined
  if (lines.some(({ after }) => after === line)) return { side: 'after', line }
  return lines.some(({ kind, before }) => kind === 'del' && before === line) ? { side: 'before', line } : undefined
}

const numberOn = ({ kind, before, after }: DiffLine, side: LineRef['side']) =>
  side === 'after' ? after : kind === 'del' ? before : undefined

/**
 * The line of a comment in the present change: its own line while that reads the same, else the only line that does;
 * undefined if its line no longer exists.
 */
export const currentLine = ({ lines = [] }: ReviewFile, comment: Pick<LineComment, 'side' | 'line' | 'lineText'>) => {
  const { side, line, lineText } = comment
  const same = lines.flatMap((one) => {
    const number = numberOn(one, side)
    return number !== undefined && one.text.slice(0, lineTextMost) === lineText ? [number] : []
  })
  if (same.includes(line)) return { side, line }
  return same.length === 1 && lineText.trim() !== '' ? { side, line: same[0]! } : undefined
}
