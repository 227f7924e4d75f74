import { findingAt, sideOf, type Change, type FileChange, type Finding, type Level, type Side } from './change.ts'
import { addedHits, hitsIn, lineText } from './hits.ts'
import { isProgram } from './languages.ts'
import { isEvidence, isTestPath } from './test-paths.ts'
import { numbers, valuesIn } from './values.ts'
import { programOf } from './syntax/find-traces.ts'
import { walk, type SyntaxNode } from './syntax/tree.ts'

/** A file with tests that failed before the change and pass now, as it was before. */
export interface HealedTests {
  readonly path: string
  readonly text: string
}

/** The values in an assertion, and their weight as evidence about code that has them. */
interface Asserted {
  readonly path: string
  readonly values: ReadonlySet<string>
  readonly tests: 'failed before' | 'of the base' | 'of the change' | 'of a person'
}

interface KnownTests {
  readonly healed: readonly HealedTests[]
  /** Tests that passed before. */
  readonly base: readonly HealedTests[]
  readonly accepted: readonly HealedTests[]
}

const sharedLeast = 2
const windowLines = 3

/**
 * Code that has the very values of an assertion, at least two of them within three new lines: it may answer only for
 * that test. Values that much code has, such as 1 or 100, are no evidence, nor are values that the request names.
 */
export const answersForTests = (change: Change, { healed, base, accepted }: KnownTests): Finding[] => {
  const healedPaths = new Set(healed.map(({ path }) => path))
  const others = base.filter(({ path }) => !healedPaths.has(path))
  const assertedBy = (tests: readonly HealedTests[], of: Asserted['tests']) =>
    tests.flatMap(({ path, text }) => assertedIn(sideOf(path, text), of))
  const asserted = [
    ...assertedBy(healed, 'failed before'),
    ...assertedBy(accepted, 'of a person'),
    ...assertedBy(others, 'of the base'),
    ...change.files.flatMap(({ path, after }) =>
      after && !healedPaths.has(path) ? assertedIn(after, 'of the change') : [],
    ),
  ]
  if (asserted.length === 0) return []
  const known = knownBefore(change)
  return change.files
    .filter(({ path }) => (isProgram(path) || isData(path)) && !isEvidence(path))
    .flatMap((file) => answerIn(file, asserted, { known, request: change.request }) ?? [])
}

const isData = (path: string) => /[.](?:jsonc?|json5|ya?ml|csv|tsv|toml|txt)$/.test(path)

const answerIn = (
  file: FileChange,
  asserted: readonly Asserted[],
  { known, request }: { readonly known: ReadonlySet<string>; readonly request: string },
): Finding | undefined => {
  const windows = newWindows(file)
  const found = asserted.flatMap((one) => {
    const window = windows.findLast(({ values }) => sharedOf(values, one.values).length >= sharedLeast)
    if (!window) return []
    const shared = sharedOf(window.values, one.values)
    const finding = (values: readonly string[], level: Level) =>
      findingAt(file.path, window.line, 'answer_for_test', holds(one, values), level)
    if (one.tests === 'failed before') return [finding(shared, 'ask')]
    const fresh = shared.filter((value) => !known.has(value) && !request.includes(value))
    if (fresh.length < sharedLeast || !fresh.some(isTelling)) return []
    return [finding(fresh, one.tests === 'of the change' ? 'note' : 'ask')]
  })
  return found.find(({ level }) => level === 'ask') ?? found[0]
}

/** Agents may read a finding: it has no value of an acceptance test. */
const holds = ({ path, tests }: Asserted, values: readonly string[]): string => {
  if (tests === 'of a person') return 'holds values of an acceptance test. It may answer for that test alone.'
  const shown = values.slice(0, 4).map((value) => `“${value.slice(0, 40)}”`)
  const when = tests === 'failed before' ? ' that failed before' : ''
  return `holds ${shown.join(', ')}, the values of a test in ${path}${when}. It may answer for that test alone.`
}

/** The values in both, without values that are part of another shared value. */
const sharedOf = (values: ReadonlySet<string>, others: ReadonlySet<string>) => {
  const both = [...values.intersection(others)]
  return both.filter((value) => !both.some((other) => other !== value && isPartOf(value, other)))
}

const isPartOf = (value: string, other: string) => !/^[\d.]+$/.test(other) && other.includes(value) && /\s/.test(other)

/** A number, or a text that is no name: code that honestly shares names with its tests is usual. */
const isTelling = (value: string) => !/^[A-Za-z_$][\w$.:/-]*$/.test(value)

const knownBefore = (change: Change): ReadonlySet<string> =>
  new Set(
    change.files.flatMap(({ path, before }) => (before && !isTestPath(path) ? [...telling(before.views.text)] : [])),
  )

const assertionMostChars = 400
const common = /^(?:[0-2]|10+|\D?)$/

/** Values that little code has, and the numbers in texts. */
const telling = (code: string): ReadonlySet<string> => tellingOf(valuesIn(code))

const tellingOf = (values: readonly string[]): ReadonlySet<string> =>
  new Set(values.flatMap((value) => [value, ...(value.match(numbers) ?? [])]).filter((value) => !common.test(value)))

/** The values of each assertion, which may take several lines. */
const assertedIn = ({ path, views, dialect, isTest }: Side, tests: Asserted['tests']): Asserted[] => {
  if (!isTest) return []
  const rows = views.text.split('\n').filter((line) => tableRow.test(line))
  const hits = hitsIn(views.code, dialect!.assertions)
  const assertions = hits.map(({ index }, at) => {
    const end = Math.min(hits[at + 1]?.index ?? Number.POSITIVE_INFINITY, index + assertionMostChars)
    const start = path.endsWith('.go') ? conditionBefore(views.text, index) : index
    return views.text.slice(start, end)
  })
  return [...assertions, ...rows]
    .map((code) => ({ path, values: telling(code), tests }))
    .filter(({ values }) => values.size >= sharedLeast)
}

/** A row of a table of cases. */
const tableRow = /^\s*[[{(].*[\]})],?\s*$/

/** A test in Go asserts by a condition, and reports it in the lines below. */
const conditionBefore = (text: string, index: number) => {
  const from = Math.max(0, index - assertionMostChars)
  const condition = text.slice(from, index).lastIndexOf('if ')
  return condition === -1 ? index : from + condition
}

/** The values of every few lines that begin with a new one. */
const newWindows = ({ before, after }: FileChange) => {
  if (!after) return []
  const linesOf = (side: Side | undefined) =>
    (side?.views.text.split('\n') ?? []).map((text, at) => ({ line: at + 1, text: lineText(text, 0) }))
  const fresh = addedHits(linesOf(before), linesOf(after), ({ text }) => text).filter(({ text }) => text !== '')
  const folded = foldedValues(after)
  const valuesOf = ({ line, text }: { line: number; text: string }) => [...valuesIn(text), ...(folded.get(line) ?? [])]
  return fresh.map(({ line }, at) => {
    const near = fresh.slice(at, at + windowLines).filter((one) => one.line < line + windowLines)
    return { line, values: tellingOf(near.flatMap(valuesOf)) }
  })
}

/** Values that a program computes from constants, such as `26 / 10`, by the line where each begins. */
const foldedValues = (side: Side): ReadonlyMap<number, readonly string[]> => {
  const values = new Map<number, string[]>()
  const program = programOf(side)
  if (!program || program.tree.language === 'shell') return values
  const { fold } = program.names
  const isKnown = (node: SyntaxNode) => {
    const folded = fold(node)
    return folded !== undefined && typeof folded !== 'object'
  }
  for (const node of walk(program.tree.root, (each) => !isKnown(each))) {
    if (isKnown(node)) values.set(node.line, [...(values.get(node.line) ?? []), String(fold(node))])
  }
  return values
}
