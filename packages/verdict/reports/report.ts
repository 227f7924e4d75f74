/** `todo` also means an expected failure: it proves nothing, failed or not. */
export type TestOutcome = 'passed' | 'failed' | 'skipped' | 'todo'

/**
 * One test of a report. `file` is relative to the root that the report was read with, and empty if the runner names
 * none. `name` is the full name, with the names of its suites; a second test of the same name is numbered. `assertions`
 * is their number, if the runner counts them.
 */
export interface TestResult {
  readonly file: string
  readonly name: string
  readonly outcome: TestOutcome
  readonly assertions?: number
  /** The runner's message about a failed test, at most `messageChars`. The first `messages` of a report have one. */
  readonly message?: string
}

/** A runner's results of its tests, each once, in the order of the report. */
export interface TestReport {
  readonly tests: readonly TestResult[]
}

export type ReportFormat = 'junit' | 'tap' | 'vitest' | 'jest' | 'mocha' | 'go' | 'cargo'

/** Bounds of a report, which untrusted programs write. */
export const reportLimits = {
  bytes: 32 * 2 ** 20,
  tests: 50_000,
  depth: 64,
  nameChars: 500,
  messages: 50,
  messageChars: 1_000,
} as const

/**
 * A report that is missing, unfinished, beyond the bounds, or not of its format. The message is for people, as are the
 * tests whose results it has: such a report is not compared.
 */
export class ReportError extends Error {
  readonly tests: readonly TestResult[]
  constructor(message: string, tests: readonly TestResult[] = []) {
    super(message)
    this.name = 'ReportError'
    this.tests = tests
  }
}

/** Between the names of suites and that of a test. */
export const separator = ' › '
/** The name of a file, or a package, that failed outside of its tests. */
export const wholeFile = '(the file itself)'

interface ReportedTest extends Pick<TestResult, 'file' | 'outcome'> {
  readonly names: readonly string[]
  readonly assertions?: number | undefined
  readonly message?: string | undefined
}

/** Collects the tests in a report, with paths made relative to `root` and names made unique. */
export const collectTests = (root: string) => {
  const tests: TestResult[] = []
  const seen = new Map<string, number>()
  let messages = 0
  return {
    add: ({ file, names, outcome, assertions, message = '' }: ReportedTest) => {
      if (tests.length >= reportLimits.tests) throw new ReportError(`It names more than ${reportLimits.tests} tests.`)
      const at = relativeTo(root, plain(file))
      const full = plain(names.filter((name) => name !== '').join(separator))
      const key = `${at}\0${full}`
      const count = (seen.get(key) ?? 0) + 1
      seen.set(key, count)
      const name = count === 1 ? full : `${full} (${count})`
      const lines = outcome === 'failed' && messages < reportLimits.messages ? linesOf(message) : ''
      if (lines !== '') messages += 1
      tests.push({
        file: at,
        name,
        outcome,
        ...(assertions !== undefined && { assertions }),
        ...(lines !== '' && { message: lines }),
      })
    },
    report: (): TestReport => ({ tests }),
  }
}

const ansi = /\x1b\[[0-9;]*m/g

/** Lines that PostgreSQL and a terminal can hold. */
const linesOf = (text: string) =>
  text
    .slice(0, reportLimits.messageChars)
    .replaceAll(ansi, '')
    .split(/\r\n?|\n/)
    .map(plain)
    .join('\n')
    .trim()

/** One line that PostgreSQL and a terminal can hold. */
const plain = (text: string) =>
  text
    .slice(0, reportLimits.nameChars)
    .replaceAll(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ')
    .trim()
    .toWellFormed()

const relativeTo = (root: string, path: string) => {
  if (path === root) return ''
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path.replace(/^\.\//, '')
}
