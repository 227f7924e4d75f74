import type { Reply } from '../../../../../../platform/client/index.ts'
import type { listLineComments } from '../../../../../../domains/delivery/line-comments/contract.ts'
import type { DiffLine } from './parse-patch.ts'
import type { ReviewFile } from './review-files.ts'
import type { LineRef } from './diff-rows.ts'

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
