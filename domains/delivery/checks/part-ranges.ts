import type { ChangePartRow } from './tables.ts'

/** A part of a change, without its text. */
export type PartOfLines = Pick<ChangePartRow, 'path' | 'line' | 'endLine' | 'kind' | 'account' | 'reason' | 'tests'>

/** Adjacent lines, and the part that they belong to; undefined without a part. */
export interface PartRange {
  readonly start: number
  end: number
  readonly part: PartOfLines | undefined
}

const stepsMost = 1_000_000

/** Lines of a file in ranges, each in a single part: parts that contain others have only the remaining lines. */
export const rangesOfParts = (lines: readonly number[], parts: readonly PartOfLines[]): readonly PartRange[] => {
  const owners = new Map<number, PartOfLines>()
  const wanted = new Set(lines)
  // The inner part comes last, so that it has its lines.
  const outerFirst = parts.filter(isOfText).toSorted((one, other) => lengthOf(other) - lengthOf(one))
  let stepsLeft = stepsMost
  for (const part of outerFirst)
    for (let line = part.line; line <= part.endLine && stepsLeft > 0; line += 1, stepsLeft -= 1)
      if (wanted.has(line)) owners.set(line, part)
  const ranges: PartRange[] = []
  for (const line of lines) {
    const part = owners.get(line)
    const last = ranges.at(-1)
    if (last?.end === line - 1 && last.part === part) last.end = line
    else ranges.push({ start: line, end: line, part })
  }
  return ranges
}

const isOfText = ({ kind }: PartOfLines) => kind === 'added' || kind === 'changed'
const lengthOf = ({ line, endLine }: PartOfLines) => endLine - line
