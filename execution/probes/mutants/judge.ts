import {
  ReportError,
  type ReportFormat,
  type TestOutcome,
  type TestResult,
  type Finding,
} from '../../../packages/verdict/index.ts'
import { readReport } from '../../../packages/verdict/in-thread.ts'
import { notProbedReasons, type NotProbed, type ProbeSubject } from '../probe.ts'
import { recordsIn, shownText } from '../runs/records.ts'
import { isNotProbed, partsOf } from '../runs/run-of-copies.ts'
import { plannedMutants, type PlannedMutants } from './plan.ts'

const findingsMost = 20

/** The result for an examined assertion, as the run recorded it. */
interface Examined {
  readonly file: number
  readonly line: number
  readonly value: string
  readonly other: string
  readonly failed: boolean
  /** Whether its test was made to fail. */
  readonly thrown: boolean
}

interface MutantsResult {
  readonly subject: ProbeSubject
  /** The output of the run; undefined without any. */
  readonly result: string | undefined
}

/**
 * Findings of a run of mutants: assertions that pass with another expected value, and files whose failed assertions the
 * runner reports as passed. A base that shows the same has the same findings. Not probed if the result is missing, too
 * large, or records no assertion.
 */
export const judgeMutants = ({ subject, result }: MutantsResult): readonly Finding[] | NotProbed => {
  const planned = plannedMutants(subject)
  if (isNotProbed(planned)) return planned
  const parts = partsOf(result ?? '', subject.nonce)
  const records = recordsIn(parts.records, subject.nonce)?.flatMap((record) => examinedIn(record, planned) ?? []) ?? []
  const report = outcomesIn(planned, parts.report)
  if (records.length === 0) {
    return report && report.passed.size > 0
      ? [...report.passed].slice(0, findingsMost).map((file) => notRun(planned, file))
      : { notProbed: notProbedReasons.noAssertion }
  }
  const thrown = new Set(records.filter((one) => one.thrown).map(({ file }) => file))
  const swallowed = report ? [...thrown].filter((file) => !report.failed.has(file)) : []
  return [
    ...cannotFail(records).map((one) => ({
      kind: 'assertion_cannot_fail',
      level: 'ask' as const,
      path: planned.tests[one.file]!.path,
      line: one.line,
      reason: `This assertion also passes with ${shownText(one.other)} in the place of ${shownText(one.value)}, so that it cannot fail.`,
    })),
    ...swallowed.map((file) => ({
      kind: 'failure_not_reported',
      level: 'ask' as const,
      path: planned.tests[file]!.path,
      reason: 'An assertion of this file was made to fail, and the test runner did not report it.',
    })),
  ].slice(0, findingsMost)
}

const notRun = ({ tests }: PlannedMutants, file: number): Finding => ({
  kind: 'tests_not_run',
  level: 'ask',
  path: tests[file]!.path,
  reason: 'The test runner reports that tests of this file pass, and none of its assertions ran.',
})

/** Assertions that ran and never failed, each once. */
const cannotFail = (records: readonly Examined[]): readonly Examined[] => {
  const failed = new Set(records.filter((one) => one.failed).map(keyOf))
  const passed = new Map(records.filter((one) => !failed.has(keyOf(one))).map((one) => [keyOf(one), one]))
  return [...passed.values()].toSorted((one, other) => one.file - other.file || one.line - other.line)
}

const keyOf = ({ file, line, value }: Examined) => `${file}:${line}:${value}`

const examinedIn = (record: Readonly<Record<string, unknown>>, { tests }: PlannedMutants): Examined | undefined => {
  const { file, line, value, other, failed, thrown } = record
  if (typeof file !== 'number' || typeof line !== 'number' || typeof value !== 'string') return undefined
  if (typeof other !== 'string' || typeof failed !== 'boolean' || !Number.isSafeInteger(line)) return undefined
  const lines = tests[file]?.text.split('\n').length ?? 0
  return line >= 1 && line <= lines ? { file, line, value, other, failed, thrown: thrown === true } : undefined
}

/** Undefined if the run left no report that can be read. */
const outcomesIn = ({ format, copies }: PlannedMutants, report: string) => {
  const tests = format ? testsIn(format, report) : statusesIn(report, copies)
  if (!tests) return undefined
  const names = copies.map((copy) => copy.slice(copy.lastIndexOf('/') + 1))
  const filesOf = (...outcomes: readonly TestOutcome[]) => {
    const files = tests.filter(({ outcome }) => outcomes.includes(outcome)).map(({ file }) => file)
    return new Set(names.flatMap((name, at) => (files.some((file) => file.endsWith(name)) ? [at] : [])))
  }
  return { failed: filesOf('failed', 'todo'), passed: filesOf('passed') }
}

type Outcome = Pick<TestResult, 'file' | 'outcome'>

const testsIn = (format: ReportFormat, report: string): readonly Outcome[] | undefined => {
  try {
    return readReport(format, report, '/').tests
  } catch (error) {
    if (error instanceof ReportError) return undefined
    throw error
  }
}

/** unittest leaves the status of each file in the place of a report; 5 is that of a file without tests. */
const statusesIn = (report: string, copies: readonly string[]): readonly Outcome[] | undefined => {
  const statuses = [...report.matchAll(/^status (\d{1,3}) (\d{1,3})$/gm)]
  if (statuses.length === 0) return undefined
  return statuses
    .filter(([, , status]) => status !== '5')
    .map(([, at, status]) => ({ file: copies[Number(at)] ?? '', outcome: status === '0' ? 'passed' : 'failed' }))
}
