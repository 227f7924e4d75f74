/** Characters of a text after a change, and the characters before it that they replaced. */
export interface Difference {
  readonly start: number
  readonly end: number
  readonly wasStart: number
  readonly wasEnd: number
}

// Beyond this many pairs, the whole rest is one difference.
const pairsMost = 4_000_000

/** The differences of two texts by lines, in order. A run that is only added or only removed begins at the least indented of its possible lines. */
export const differencesByLines = (before: string, after: string): readonly Difference[] => {
  const old = linesOf(before)
  const now = linesOf(after)
  return inCharacters(slidBetween(old, now, costOfLines), old, now)
}

/** The least for the place, of those at which a run of items can begin and end, that people would choose. */
type Cost = (items: readonly unknown[], first: number, last: number) => number

/** The differences of two lists, in items, each at the best of its possible places. */
export const slidBetween = (old: readonly unknown[], now: readonly unknown[], cost: Cost): readonly Difference[] => {
  const placed: Difference[] = []
  const found = between(old, now)
  for (const [at, one] of found.entries()) {
    const before = placed.at(-1) ?? { end: 0, wasEnd: 0 }
    const after = found[at + 1] ?? { start: now.length, wasStart: old.length }
    placed.push(slid(one, old, now, { before, after, cost }))
  }
  return placed
}

/** The lines of a text, each with its end. */
const linesOf = (text: string): readonly string[] => {
  const lines = text.split('\n').map((line) => `${line}\n`)
  const last = lines.pop()!.slice(0, -1)
  return last === '' ? lines : [...lines, last]
}

/** Words, runs of blanks and single signs. */
export const wordsOf = (text: string): readonly string[] => text.match(/[\w$]+|\s+|[^\w$\s]/g) ?? []

/** The differences of two lists, in items. */
export const between = (old: readonly unknown[], now: readonly unknown[]): readonly Difference[] => {
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  const most = Math.min(old.length, now.length) - head
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  const rows = old.length - head - tail
  const columns = now.length - head - tail
  if (rows === 0 && columns === 0) return []
  const whole = { start: head, end: head + columns, wasStart: head, wasEnd: head + rows }
  if (rows === 0 || columns === 0 || rows * columns > pairsMost) return [whole]
  const width = columns + 1
  const longest = new Uint32Array((rows + 1) * width)
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      longest[row * width + column] =
        old[head + row] === now[head + column]
          ? longest[(row + 1) * width + column + 1]! + 1
          : Math.max(longest[(row + 1) * width + column]!, longest[row * width + column + 1]!)
    }
  }
  const found: Difference[] = []
  let row = 0
  let column = 0
  let from = { row, column }
  const close = () => {
    if (row > from.row || column > from.column)
      found.push({ start: head + from.column, end: head + column, wasStart: head + from.row, wasEnd: head + row })
  }
  while (row < rows && column < columns) {
    if (old[head + row] === now[head + column]) {
      close()
      row += 1
      column += 1
      from = { row, column }
    } else if (longest[(row + 1) * width + column]! >= longest[row * width + column + 1]!) row += 1
    else column += 1
  }
  row = rows
  column = columns
  close()
  return found
}

/** A run that is only added or only removed can begin at several places: chooses the place that people would choose. */
const slid = (
  one: Difference,
  old: readonly unknown[],
  now: readonly unknown[],
  { before, after, cost: costAt }: Neighbours,
): Difference => {
  const isAdded = one.wasStart === one.wasEnd
  if (!isAdded && one.start !== one.end) return one
  const lines = isAdded ? now : old
  // A run that slides stays between its neighbours, on both sides.
  const downMost = Math.min(one.start - before.end, one.wasStart - before.wasEnd)
  const upMost = Math.min(after.start - one.end, after.wasStart - one.wasEnd)
  const [first, last] = isAdded ? [one.start, one.end] : [one.wasStart, one.wasEnd]
  let best = 0
  let least = costAt(lines, first, last)
  for (let by = -1; -by <= downMost && lines[first + by] === lines[last + by] && by > -slidesMost; by -= 1) {
    const cost = costAt(lines, first + by, last + by)
    if (cost < least) [best, least] = [by, cost]
  }
  for (let by = 1; by <= upMost && lines[first + by - 1] === lines[last + by - 1] && by < slidesMost; by += 1) {
    const cost = costAt(lines, first + by, last + by)
    if (cost < least) [best, least] = [by, cost]
  }
  return { start: one.start + best, end: one.end + best, wasStart: one.wasStart + best, wasEnd: one.wasEnd + best }
}

const slidesMost = 200

interface Neighbours {
  readonly before: Pick<Difference, 'end' | 'wasEnd'>
  readonly after: Pick<Difference, 'start' | 'wasStart'>
  readonly cost: Cost
}

/** Least for a run that begins little indented, at no closing bracket or blank line, and ends with a blank line. */
const costOfLines: Cost = (lines, first, last) => {
  const begin = (lines[first] ?? '') as string
  const end = (lines[last - 1] ?? '') as string
  const indentation = begin.length - begin.trimStart().length
  return (
    indentation * 4 + (/^\s*[\])}]/.test(begin) ? 3 : 0) + (begin.trim() === '' ? 1 : 0) + (end.trim() === '' ? 0 : 0.5)
  )
}

const inCharacters = (
  found: readonly Difference[],
  old: readonly string[],
  now: readonly string[],
): readonly Difference[] => {
  const [was, is] = [old, now].map((items) => {
    const places = [0]
    for (const item of items) places.push(places.at(-1)! + item.length)
    return places
  })
  return found.map(({ start, end, wasStart, wasEnd }) => ({
    start: is![start]!,
    end: is![end]!,
    wasStart: was![wasStart]!,
    wasEnd: was![wasEnd]!,
  }))
}
