interface ExaminedChange {
  /** The outcome of the verdict by checks and probes. */
  readonly outcome: string
  readonly paths: readonly string[]
  readonly changedLines: number
  readonly hasProgram: boolean
}

const smallMostLines = 200

/** True if a model writes tests for a change, by the policy of its project: decisions/0284. */
export const isExamined = (
  policy: 'off' | 'shown' | 'risky' | 'always',
  { outcome, paths, changedLines, hasProgram }: ExaminedChange,
): boolean => {
  // A change that only its own tests show, or a change of programs that no test shows.
  if (policy === 'shown') return outcome === 'shown' || (outcome === 'checked' && hasProgram)
  // A change that no test proves, that touches money, access or stored data, or that is large.
  if (policy === 'risky') return outcome !== 'proved' || changedLines > smallMostLines || paths.some(isSensitive)
  return policy === 'always'
}

const sensitive = new Set(
  [
    'access auth authentication authorization credential crypto login oauth password permission role secret security',
    'session signin token billing currency invoice money payment price pricing tax migration',
  ].flatMap((words) => words.split(' ')),
)

const isSensitive = (path: string): boolean =>
  wordsOf(path).some((word) => sensitive.has(word) || sensitive.has(word.replace(/s$/, '')))

/** The words of a path or a text in lower case: `src/TaxRates.ts` has `src`, `tax`, `rates` and `ts`. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const quoteChars = { least: 10, most: 500 } as const

/** The words that a model quotes from a request, in one line; undefined if the request does not contain them. */
export const findQuote = (request: string, quote: string): string | undefined => {
  const words = oneLine(quote)
  if (words.length < quoteChars.least || words.length > quoteChars.most) return undefined
  return oneLine(request).includes(words) ? words : undefined
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

const shownFilesMost = 24

/** The files of a base that its examiner reads: those whose paths share most words with the request come first. */
export const filesToShow = (paths: readonly string[], request: string): readonly string[] => {
  const asked = new Set(wordsOf(request).filter((word) => word.length > 2))
  const shared = new Map(paths.map((path) => [path, wordsOf(path).filter((word) => asked.has(word)).length]))
  return paths.toSorted((one, other) => shared.get(other)! - shared.get(one)!).slice(0, shownFilesMost)
}
