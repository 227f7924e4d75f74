import { sideOf, type Change, type FileChange, type Finding, type Side } from './change.ts'
import { addedHits, hitsIn, lineText } from './hits.ts'
import { isProgram } from './languages.ts'
import { isEvidence } from './test-paths.ts'
import { numbers, valuesIn } from './values.ts'

/** A file with tests that failed before the change and pass now, as it was before. */
export interface HealedTests {
  readonly path: string
  readonly text: string
}

const sharedLeast = 2
const windowLines = 3

/**
 * Code that holds the very values of an assertion that it made pass, at least two of them within three new lines: it may
 * answer for that test alone. Values that much code has, such as 1 or 100, tell nothing.
 */
export const answersForTests = (change: Change, healed: readonly HealedTests[]): Finding[] => {
  const assertions = healed.flatMap(({ path, text }) =>
    assertedValues(sideOf(path, text)).map((values) => ({ path, values })),
  )
  if (assertions.length === 0) return []
  return change.files
    .filter(({ path }) => isProgram(path) && !isEvidence(path))
    .flatMap((file) => {
      const windows = newWindows(file)
      for (const { path, values } of assertions) {
        const found = windows.findLast((one) => shared(one.values, values).length >= sharedLeast)
        if (found) return [findingOf(file.path, found.line, path, shared(found.values, values))]
      }
      return []
    })
}

const findingOf = (path: string, line: number, tests: string, values: readonly string[]): Finding => ({
  kind: 'answer_for_test',
  level: 'ask',
  path,
  line,
  reason: `${path}:${line} holds ${values
    .slice(0, 4)
    .map((value) => `“${value.slice(0, 40)}”`)
    .join(', ')}, the values of a test in ${tests} that failed before. It may answer for that test alone.`,
})

const shared = (values: ReadonlySet<string>, others: ReadonlySet<string>) => [...values.intersection(others)]

const assertionMostChars = 400
const common = /^(?:[0-2]|10+|\D?)$/

/** Values that little code has, and the numbers in texts. */
const telling = (code: string): ReadonlySet<string> =>
  new Set(
    valuesIn(code)
      .flatMap((value) => [value, ...(value.match(numbers) ?? [])])
      .filter((value) => !common.test(value)),
  )

/** The values of each assertion, which may take several lines. */
const assertedValues = ({ views, dialect, isTest }: Side): ReadonlySet<string>[] => {
  if (!isTest) return []
  const hits = hitsIn(views.code, dialect!.assertions)
  return hits.map(({ index }, at) => {
    const end = Math.min(hits[at + 1]?.index ?? Number.POSITIVE_INFINITY, index + assertionMostChars)
    return telling(views.text.slice(index, end))
  })
}

/** The values of every few lines of which the first is new. */
const newWindows = ({ before, after }: FileChange) => {
  if (!after) return []
  const linesOf = (side: Side | undefined) =>
    (side?.views.text.split('\n') ?? []).map((text, at) => ({ line: at + 1, text: lineText(text, 0) }))
  const fresh = addedHits(linesOf(before), linesOf(after), ({ text }) => text).filter(({ text }) => text !== '')
  return fresh.map(({ line }, at) => {
    const near = fresh.slice(at, at + windowLines).filter((one) => one.line < line + windowLines)
    return { line, values: telling(near.map(({ text }) => text).join('\n')) }
  })
}
