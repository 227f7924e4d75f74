import type { Operation } from '../../../platform/contract/index.ts'

/** The operations that fit most of the words, best first; none if no word fits. */
export const nearestOperations = (
  operations: readonly Operation[],
  query: string,
  most: number,
): readonly Operation[] => {
  const words = wordsOf(query)
  return operations
    .map((operation) => ({ operation, score: scoreOf(operation, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ operation }) => operation)
}

/** Words in small letters, without the s of a plural. `listCycleEvents` has three. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
    .filter((word) => word !== '')

const points = { id: 4, path: 2, summary: 1 } as const

const scoreOf = ({ id, path, summary }: Operation, words: readonly string[]) => {
  const ofId = wordsOf(id)
  const ofPath = wordsOf(path)
  const ofSummary = wordsOf(summary)
  const score = words.reduce((sum, word) => {
    const inId = ofId.includes(word) ? points.id : 0
    const inPath = ofPath.includes(word) ? points.path : 0
    const inSummary = ofSummary.some((one) => one.startsWith(word)) ? points.summary : 0
    return sum + inId + inPath + inSummary
  }, 0)
  // If two fit alike, the operation with fewer other words is meant.
  return score === 0 ? 0 : score - ofId.length / 10
}
