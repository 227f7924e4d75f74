import type { Line, Segment } from './page-items.ts'

const linesLeast = 4
const charsLeast = 18

/** Lines in reading order: of two columns the left one first; a heading over both is read before them. */
export const inReadingOrder = (lines: readonly Line[]): readonly Line[] => {
  const gutter = gutterOf(lines)
  if (gutter === undefined) return lines
  const ordered: Line[] = []
  let left: Line[] = []
  let right: Line[] = []
  const flush = () => {
    ordered.push(...inReadingOrder(left), ...inReadingOrder(right))
    ;[left, right] = [[], []]
  }
  for (const line of lines) {
    const onLeft = partOf(line, (one) => one.right <= gutter)
    const onRight = partOf(line, (one) => one.left >= gutter)
    if ((onLeft?.segments.length ?? 0) + (onRight?.segments.length ?? 0) < line.segments.length) {
      flush()
      ordered.push(line)
      continue
    }
    if (onLeft) left.push(onLeft)
    if (onRight) right.push(onRight)
  }
  flush()
  return ordered
}

const partOf = (line: Line, isIn: (segment: Segment) => boolean): Line | undefined => {
  const segments = line.segments.filter(isIn)
  const cells = line.cells.filter(isIn)
  return segments.length === 0
    ? undefined
    : { ...line, segments, cells, size: Math.max(...segments.map(({ size }) => size)) }
}

/** Position of the gap between two columns of running text; undefined if it has no gap, as in a table. */
const gutterOf = (lines: readonly Line[]): number | undefined => {
  const candidates = lines.flatMap(({ segments }) =>
    segments.length === 2 ? [middleOf(segments.toSorted((a, b) => a.left - b.left))] : [],
  )
  if (candidates.length < linesLeast) return undefined
  const gutter = candidates.toSorted((a, b) => a - b)[Math.floor(candidates.length / 2)]!
  const sides = lines.map(({ segments }) => ({
    left: segments.filter(({ right }) => right <= gutter),
    right: segments.filter(({ left }) => left >= gutter),
    crossing: segments.some(({ left, right }) => left < gutter && right > gutter),
  }))
  const both = sides.filter(({ left, right }) => left.length > 0 && right.length > 0)
  const crossed = sides.filter(({ crossing }) => crossing).length
  if (both.length < linesLeast || crossed > both.length / 2) return undefined
  const runs = (side: 'left' | 'right') =>
    both.filter((row) => row[side].length === 1 && row[side][0]!.text.length >= charsLeast).length >= both.length * 0.6
  return runs('left') && runs('right') ? gutter : undefined
}

const middleOf = ([left, right]: readonly Segment[]) => (left!.right + right!.left) / 2
