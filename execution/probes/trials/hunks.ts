/** A piece of a change: lines of the file after it, and the lines of the file before it in their place. */
export interface Hunk {
  /** The lines from `start` up to `end` of the file after the change, counted from 0. */
  readonly start: number
  readonly end: number
  /** The lines before the change. */
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

// Beyond this many pairs of lines, the whole rest of a file is one hunk.
const pairsMost = 4_000_000

/** The hunks between two texts, in the order of the file, without lines around them. */
export const hunksOf = (before: string, after: string): readonly Hunk[] => {
  const old = linesOf(before)
  const now = linesOf(after)
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  const most = Math.min(old.length, now.length) - head
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  const was = old.slice(head, old.length - tail)
  const is = now.slice(head, now.length - tail)
  if (was.length === 0 && is.length === 0) return []
  if (was.length * is.length > pairsMost) {
    return [{ start: head, end: head + is.length, removed: was, added: is }]
  }
  return between(
    commonLines(was, is, (one, other) => one === other),
    was,
    is,
  ).map((hunk) => ({
    ...hunk,
    start: hunk.start + head,
    end: hunk.end + head,
  }))
}

/** The text after the change with the lines of a hunk as they were before. */
export const withoutHunks = (after: string, hunks: readonly Hunk[]): string => {
  const lines = linesOf(after)
  for (const { start, end, removed } of hunks.toSorted(
    (one, other) => other.start - one.start || other.end - one.end,
  )) {
    lines.splice(start, end - start, ...removed)
  }
  return lines.join('\n')
}

/**
 * The parts of a hunk that removes and adds lines: removed lines beside others that were only rewritten are a part of
 * their own, and so is each run of rewritten lines. A hunk that consists of one such part is its only part.
 */
export const partsOfHunk = (hunk: Hunk): readonly Hunk[] => {
  const { removed, added, start } = hunk
  const pairs = pairsOfHunk(hunk)
  if (pairs.length === 0) return [hunk]
  const parts: Hunk[] = between(pairs, removed, added).map((part) => ({
    ...part,
    start: part.start + start,
    end: part.end + start,
  }))
  const rewritten = pairs.filter(([was, is]) => removed[was] !== added[is])
  for (const run of runsOf(rewritten)) {
    const first = run[0]!
    const last = run.at(-1)!
    parts.push({
      start: start + first[1],
      end: start + last[1] + 1,
      removed: removed.slice(first[0], last[0] + 1),
      added: added.slice(first[1], last[1] + 1),
    })
  }
  return parts.length <= 1 ? [hunk] : parts.toSorted((one, other) => one.start - other.start)
}

/** Lines of a hunk that are alike: places in its removed lines, each with one in its added lines. */
export const pairsOfHunk = ({ removed, added }: Hunk): readonly Pair[] =>
  removed.length * added.length > pairsMost / 100 ? [] : commonLines(removed, added, isAlike)

const linesOf = (text: string): string[] => text.split('\n')

type Pair = readonly [number, number]

/** The longest list of pairs of lines that are the same, in the order of both. */
const commonLines = (
  was: readonly string[],
  is: readonly string[],
  isSame: (one: string, other: string) => boolean,
): readonly Pair[] => {
  const width = is.length + 1
  const longest = new Uint32Array((was.length + 1) * width)
  for (let row = was.length - 1; row >= 0; row -= 1) {
    for (let column = is.length - 1; column >= 0; column -= 1) {
      longest[row * width + column] = isSame(was[row]!, is[column]!)
        ? longest[(row + 1) * width + column + 1]! + 1
        : Math.max(longest[(row + 1) * width + column]!, longest[row * width + column + 1]!)
    }
  }
  const pairs: Pair[] = []
  let row = 0
  let column = 0
  while (row < was.length && column < is.length) {
    if (isSame(was[row]!, is[column]!)) pairs.push([row++, column++])
    else if (longest[(row + 1) * width + column]! >= longest[row * width + column + 1]!) row += 1
    else column += 1
  }
  return pairs
}

/** The lines between pairs, as hunks. */
const between = (pairs: readonly Pair[], was: readonly string[], is: readonly string[]): readonly Hunk[] => {
  const hunks: Hunk[] = []
  let row = 0
  let column = 0
  for (const [nextRow, nextColumn] of [...pairs, [was.length, is.length] as const]) {
    if (nextRow > row || nextColumn > column) {
      hunks.push({
        start: column,
        end: nextColumn,
        removed: was.slice(row, nextRow),
        added: is.slice(column, nextColumn),
      })
    }
    row = nextRow + 1
    column = nextColumn + 1
  }
  return hunks
}

const runsOf = (pairs: readonly Pair[]): readonly (readonly Pair[])[] => {
  const runs: Pair[][] = []
  for (const pair of pairs) {
    const last = runs.at(-1)?.at(-1)
    if (last && pair[0] === last[0] + 1 && pair[1] === last[1] + 1) runs.at(-1)!.push(pair)
    else runs.push([pair])
  }
  return runs
}

const wordsOf = (line: string): ReadonlySet<string> => new Set(line.match(/\w+|[^\s\w]/g))

/** Whether one line looks like the other one rewritten: more than half of their words are the same. */
const isAlike = (one: string, other: string): boolean => {
  const first = wordsOf(one)
  const second = wordsOf(other)
  if (first.size === 0 || second.size === 0) return first.size === second.size
  return first.intersection(second).size * 2 > first.union(second).size
}

export const isAlikeAny = (line: string, others: readonly string[]): boolean =>
  line.trim() !== '' && others.some((other) => isAlike(line, other))
