import { compareReports, keyOf, type TestResult } from '../../../packages/verdict/index.ts'
import type { CheckReport, CheckRow } from '../checks/index.ts'
import type { ReproducedTest, ReviewFinding } from '../tasks/contract/verdict.ts'

type Row = Pick<CheckRow, 'name' | 'outcome' | 'report'>

/** The results of a change's tests on the base: a test that passes there proves nothing about the change. */
interface NewTests {
  /** Fail on the base and pass over the change. */
  readonly reproduced: readonly ReproducedTest[]
  readonly notes: readonly ReviewFinding[]
  /** Whether the change brings tests, and each of them passes on the base as well. */
  readonly proveNothing: boolean
}

const nothing: NewTests = { reproduced: [], notes: [], proveNothing: false }

/** Compares one check on the base, over the change, and on the base with the tests of the change. */
export const newTestsOf = (base: Row, task: Row | undefined, withNew: Row | undefined): NewTests => {
  if (!withNew || withNew.outcome === 'could_not_run' || task?.outcome !== 'passed') return nothing
  const before = whole(base)
  const after = whole(task)
  const laid = whole(withNew)
  if (before && after && laid) return byNames(base.name, before, after, laid, withNew.outcome)
  if (base.outcome !== 'passed') return nothing
  if (withNew.outcome === 'failed') return { ...nothing, reproduced: [{ check: base.name, by: 'change' }] }
  return { ...nothing, proveNothing: true }
}

/** The known facts of the tests from before the request. */
export interface EarlierTests {
  /** True if the base had a test, unchanged, when the request was made. */
  isEarlier(test: Pick<TestResult, 'file'>): boolean
  /** True if the change touches tests, or files that they and their runner read. */
  readonly areTouched: boolean
}

/** The results of one check before a change, over it, and over it with the tests of the base. */
export interface RowsOfCheck {
  readonly base: Row
  readonly task: Row | undefined
  /** The change with the tests of the base; undefined if it touches none. */
  readonly baseTests: Row | undefined
}

/**
 * Tests that failed on the base and pass over the change; of a check without a report of both, the check itself. Only a
 * check that passes over the change counts, since a failing check may have left tests out. A test is independent of the
 * change if it is older than the request, and passes in the base's version.
 */
export const healedTestsOf = (
  { base, task, baseTests }: RowsOfCheck,
  earlier: EarlierTests | undefined,
): readonly ReproducedTest[] => {
  if (base.outcome !== 'failed' || task?.outcome !== 'passed') return []
  const before = whole(base)
  const after = whole(task)
  if (!before || !after) return [{ check: base.name, by: 'change' }]
  const flaky = flakyIn(before, after)
  const passing = passingIn(after)
  const laid = baseTests && passingIn(whole(baseTests))
  const isOfBase = (test: TestResult) =>
    earlier?.isEarlier(test) === true && (laid ? laid.has(keyOf(test)) : !earlier.areTouched)
  return before.tests
    .filter((test) => test.outcome === 'failed' && passing.has(keyOf(test)) && !flaky.has(keyOf(test)))
    .map((test) => namedIn(base.name, test, isOfBase(test) ? 'base' : 'change'))
}

/** Tests that did not end alike twice over the same files, on either side. */
const flakyIn = (before: CheckReport, after: CheckReport): ReadonlySet<string> =>
  new Set([...(before.flaky ?? []), ...(after.flaky ?? [])])

export const passingIn = (report: CheckReport | null | undefined): ReadonlySet<string> =>
  new Set(report?.tests.filter(({ outcome }) => outcome === 'passed').map(keyOf))

/** The files of tests that fail in one report and pass in the next. */
export const healedFilesOf = (
  before: CheckReport | null | undefined,
  after: CheckReport | null | undefined,
): string[] => {
  const passing = passingIn(after)
  const healed = (before?.tests ?? []).filter((test) => test.outcome === 'failed' && passing.has(keyOf(test)))
  return [...new Set(healed.map(({ file }) => file))]
}

const namedIn = (check: string, { file, name }: TestResult, by: ReproducedTest['by']): ReproducedTest => ({
  check,
  ...(file !== '' && { file }),
  name,
  by,
})

/** A report that can be compared. */
export const whole = (row: Pick<Row, 'report'> | undefined): CheckReport | undefined =>
  row?.report && row.report.fault === undefined ? row.report : undefined

const byNames = (
  check: string,
  before: CheckReport,
  after: CheckReport,
  laid: CheckReport,
  outcome: Row['outcome'],
): NewTests => {
  const flaky = flakyIn(before, after)
  const fresh = compareReports(before, after, flaky).added
  const freshKeys = new Set(fresh.map(keyOf))
  const onBase = new Map(laid.tests.map((test) => [keyOf(test), test.outcome]))
  // A new test whose file cannot even be loaded on the base is in no report of it.
  const failsBefore = (key: string) =>
    onBase.get(key) === 'failed' || (outcome === 'failed' && freshKeys.has(key) && !onBase.has(key))
  const reproduced = after.tests
    .filter((test) => test.outcome === 'passed' && !flaky.has(keyOf(test)) && failsBefore(keyOf(test)))
    .map((test) => namedIn(check, test, 'change'))
  const idle = fresh.filter((test) => onBase.get(keyOf(test)) === 'passed')
  const notes = [...Map.groupBy(idle, ({ file }) => file)].map(([file, tests]) => noteOf(check, file, tests))
  return {
    reproduced,
    notes,
    proveNothing: fresh.length > 0 && idle.length === fresh.length && reproduced.length === 0,
  }
}

const namedMost = 5

const noteOf = (check: string, file: string, tests: readonly TestResult[]): ReviewFinding => {
  const shown = listed(
    tests.map(({ name }) => `“${name}”`),
    namedMost,
  )
  const reason = `The check “${check}”: these new tests pass without the change as well, so they prove nothing about it: ${shown}.`
  return { kind: 'new_test_proves_nothing', level: 'note', path: file, reason }
}

const listedMost = 10

/** One sentence that names the first ten tests; none for no tests. */
export const namesOfTests = (tests: readonly TestResult[], of: (names: string) => string): readonly string[] => {
  if (tests.length === 0) return []
  const names = tests.map(({ file, name }) => (file === '' ? `“${name}”` : `“${name}” in ${file}`))
  return [of(listed(names, listedMost))]
}

const listed = (names: readonly string[], most: number): string => {
  const more = names.length > most ? [`and ${names.length - most} more`] : []
  return [...names.slice(0, most), ...more].join(', ')
}
