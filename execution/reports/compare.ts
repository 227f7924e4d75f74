import type { TestOutcome, TestReport, TestResult } from './report.ts'

/** A test of the base that proves less over the change. */
export interface Lost {
  readonly test: TestResult
  /** What became of it: `absent` where the change does not have it any more. */
  readonly now: TestOutcome | 'absent'
}

export interface Comparison {
  /** Fail over the change and did not on the base: also tests that the change brings. */
  readonly failing: readonly TestResult[]
  /** Were in the base's report and are not in the change's. */
  readonly vanished: readonly TestResult[]
  /** Passed on the base; over the change they are skipped, or expected to fail. */
  readonly muted: readonly Lost[]
  /** Pass on both sides, with fewer assertions. */
  readonly thinner: readonly TestResult[]
  /** Pass over the change and are not in the base's report. */
  readonly added: readonly TestResult[]
  /** How many tests passed. */
  readonly passed: { readonly before: number; readonly after: number }
}

export const keyOf = ({ file, name }: Pick<TestResult, 'file' | 'name'>): string => `${file}\0${name}`

/** What a change does to the tests, by file and full name. The tests of `flaky` (their keys) are left out. */
export const compareReports = (
  before: TestReport,
  after: TestReport,
  flaky: ReadonlySet<string> = new Set(),
): Comparison => {
  const [old, now] = [stable(before, flaky), stable(after, flaky)]
  const [oldBy, nowBy] = [byKey(old), byKey(now)]
  const wasOn = (test: TestResult) => oldBy.get(keyOf(test))
  const isOn = (test: TestResult) => nowBy.get(keyOf(test))
  const passing = old.filter(({ outcome }) => outcome === 'passed')
  return {
    failing: now.filter((test) => test.outcome === 'failed' && wasOn(test)?.outcome !== 'failed'),
    vanished: old.filter((test) => !isOn(test)),
    muted: passing.flatMap((test) => {
      const outcome = isOn(test)?.outcome
      return outcome === 'skipped' || outcome === 'todo' ? [{ test, now: outcome }] : []
    }),
    thinner: passing.filter((test) => isFewer(isOn(test), test)),
    added: now.filter((test) => test.outcome === 'passed' && !wasOn(test)),
    passed: { before: passing.length, after: now.filter(({ outcome }) => outcome === 'passed').length },
  }
}

const stable = ({ tests }: TestReport, flaky: ReadonlySet<string>) => tests.filter((test) => !flaky.has(keyOf(test)))
const byKey = (tests: readonly TestResult[]) => new Map(tests.map((test) => [keyOf(test), test]))

const isFewer = (now: TestResult | undefined, before: TestResult) =>
  now?.outcome === 'passed' && before.assertions !== undefined && (now.assertions ?? 0) < before.assertions
