import { shownLine } from '../text.ts'

const linesMost = 20_000
const leastSimilar = 0.6

/** The lines of a text that are most like the first lines of another, numbered; undefined when none is alike. */
export const nearestLines = (text: string, find: string): string | undefined => {
  const wanted = find.split('\n').filter((line) => line.trim() !== '')
  const lines = text.split('\n').slice(0, linesMost)
  if (wanted.length === 0) return undefined
  const pairs = pairsOf(wanted[0]!)
  const scores = lines.map((line) => similarity(pairs, pairsOf(line)))
  const best = scores.indexOf(Math.max(...scores))
  if (best === -1 || scores[best]! < leastSimilar) return undefined
  return lines
    .slice(best, best + Math.min(wanted.length + 1, 12))
    .map((line, at) => `${String(best + at + 1).padStart(5)}\t${shownLine(line, 300)}`)
    .join('\n')
}

const pairsOf = (line: string) => {
  const plain = line.replaceAll(/\s+/g, '').slice(0, 200)
  return new Set(Array.from({ length: Math.max(0, plain.length - 1) }, (_, at) => plain.slice(at, at + 2)))
}

/** Dice's coefficient over pairs of characters. */
const similarity = (one: ReadonlySet<string>, other: ReadonlySet<string>) => {
  if (one.size === 0 || other.size === 0) return 0
  let shared = 0
  for (const pair of one) if (other.has(pair)) shared += 1
  return (2 * shared) / (one.size + other.size)
}
