import { separator, type TestReport, type TestResult } from './report.ts'

/** A test of the base that is in another file over the change, under its name. */
export interface MovedTest {
  readonly from: TestResult
  readonly to: TestResult
}

export type Comparison = ReturnType<typeof compareReports>

export const keyOf = ({ file, name }: Pick<TestResult, 'file' | 'name'>): string => `${file}\0${name}`

/** The effect of a change on the tests, by file and full name. The tests of `flaky` (their keys) are left out. */
export const compareReports = (before: TestReport, after: TestReport, flaky: ReadonlySet<string> = new Set()) => {
  const old = stable(before, flaky)
  const now = stable(after, flaky)
  const moved = movedIn(old, now)
  const oldBy = byKey(old)
  const nowBy = byKey(now)
  for (const { from, to } of moved) {
    oldBy.set(keyOf(to), from)
    nowBy.set(keyOf(from), to)
  }
  const wasOn = (test: TestResult) => oldBy.get(keyOf(test))
  const isOn = (test: TestResult) => nowBy.get(keyOf(test))
  const passing = old.filter(({ outcome }) => outcome === 'passed')
  return {
    /** Fail over the change and did not on the base: also tests that the change brings. */
    failing: now.filter((test) => test.outcome === 'failed' && wasOn(test)?.outcome !== 'failed'),
    /** Were in the base's report and are not in the change's, nor moved. */
    vanished: old.filter((test) => !isOn(test)),
    moved,
    /** Passed on the base; over the change they are skipped, or expected to fail. */
    muted: passing.flatMap((test) => {
      const outcome = isOn(test)?.outcome
      return outcome === 'skipped' || outcome === 'todo' ? [{ test, now: outcome }] : []
    }),
    /** Pass on both sides, with fewer assertions. */
    thinner: passing.filter((test) => isFewer(isOn(test), test)),
    /** Pass over the change, are not in the base's report, and did not move. */
    added: now.filter((test) => test.outcome === 'passed' && !wasOn(test)),
    /** How many tests passed. */
    passed: { before: passing.length, after: now.filter(({ outcome }) => outcome === 'passed').length },
  }
}

/** Pairs the tests gone from one file with new ones in another under the same name, each once. */
const movedIn = (old: readonly TestResult[], now: readonly TestResult[]): MovedTest[] => {
  const oldBy = byKey(old)
  const nowBy = byKey(now)
  const come = Map.groupBy(
    now.filter((test) => test.file !== '' && !oldBy.has(keyOf(test))),
    nameInFile,
  )
  return old.flatMap((from) => {
    const to = from.file === '' || nowBy.has(keyOf(from)) ? undefined : come.get(nameInFile(from))?.shift()
    return to ? [{ from, to }] : []
  })
}

/** The name without that of its module, `tests.test_sum`, which pytest puts before it. */
const nameInFile = ({ file, name }: TestResult) => {
  const module = file.replace(/[.]\w+$/, '').replaceAll('/', '.')
  const ofModule = (part: string) => part === module || part.startsWith(`${module}.`)
  return name
    .split(separator)
    .map((part) => (ofModule(part) ? part.slice(module.length) : part))
    .join(separator)
}

const stable = ({ tests }: TestReport, flaky: ReadonlySet<string>) => tests.filter((test) => !flaky.has(keyOf(test)))
const byKey = (tests: readonly TestResult[]) => new Map(tests.map((test) => [keyOf(test), test]))

const isFewer = (now: TestResult | undefined, before: TestResult) =>
  now?.outcome === 'passed' && before.assertions !== undefined && (now.assertions ?? 0) < before.assertions
