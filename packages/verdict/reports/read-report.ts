import { readCargo } from './cargo.ts'
import { readGo } from './go.ts'
import { readMocha } from './mocha.ts'
import {
  ReportError,
  reportLimits,
  type ReportFormat,
  type TestReport,
  collectTests,
  type TestOutcome,
  wholeFile,
} from './report.ts'
import { readTap } from './tap.ts'
import { countIn, namesIn, objectsIn, readObject, textIn } from './json.ts'
import { readXml, type XmlElement } from './xml.ts'

/** Reads JUnit XML as node, pytest, vitest, phpunit, surefire and gradle write it; `root` is where paths begin. */
const readJunit = (text: string, root: string): TestReport => {
  const roots = readXml(text)
  if (roots.length === 0) throw new ReportError('It is empty.')
  if (roots.some(({ name }) => name !== 'testsuites' && name !== 'testsuite'))
    throw new ReportError('It is no JUnit XML.')
  const tests = collectTests(root)
  for (const element of roots) walk(element, { file: '', suites: [] }, tests)
  return tests.report()
}

interface SuitePath {
  readonly file: string
  readonly suites: readonly string[]
}

const walk = (element: XmlElement, { file, suites }: SuitePath, tests: ReturnType<typeof collectTests>): void => {
  const { name: suite = '', file: ownFile, filepath } = element.attributes
  const place = {
    file: ownFile ?? filepath ?? file,
    suites: element.name === 'testsuite' && suite !== '' ? [...suites, suite] : suites,
  }
  for (const child of element.children) {
    if (child.name === 'testsuite') walk(child, place, tests)
    if (child.name === 'testcase') addCase(child, place, tests)
  }
}

const addCase = ({ attributes, children }: XmlElement, place: SuitePath, tests: ReturnType<typeof collectTests>) => {
  const { name = '', classname = '', assertions } = attributes
  const file = attributes.file ?? place.file
  const outcome = outcomeOf(children, attributes)
  const isFile = place.suites.length === 0 && name !== '' && (file === name || file.endsWith(`/${name}`))
  // `node --test` counts a file without tests as passed, also when it ended the process before its tests.
  if (isFile && outcome === 'passed') return
  // node writes `test` for every test outside of a suite.
  const owner = classname === 'test' || classname === place.suites.at(-1) ? [] : [classname]
  const names = isFile ? [wholeFile] : [...place.suites, ...owner, name]
  const failure = children.find((child) => child.name === 'failure' || child.name === 'error')
  const counted = /^\d{1,9}$/.test(assertions ?? '') ? Number(assertions) : undefined
  tests.add({ file, names, outcome, assertions: counted, message: failure?.attributes.message })
}

const outcomeOf = (
  children: readonly XmlElement[],
  { status, result }: Readonly<Record<string, string | undefined>>,
): TestOutcome => {
  const skipped = children.find(({ name }) => name === 'skipped')
  // A todo of node that fails also has a failure, and does not fail the run.
  if (skipped) return /todo|xfail/i.test(skipped.attributes.type ?? '') ? 'todo' : 'skipped'
  if (children.some(({ name }) => name === 'failure' || name === 'error')) return 'failed'
  // GoogleTest names tests that it did not run.
  return status === 'notrun' || result === 'skipped' || result === 'suppressed' ? 'skipped' : 'passed'
}

const outcomes: Readonly<Record<string, TestOutcome>> = {
  passed: 'passed',
  failed: 'failed',
  pending: 'skipped',
  skipped: 'skipped',
  disabled: 'skipped',
  todo: 'todo',
}

/** Reads the JSON of jest, which vitest writes as well. jest counts the assertions that held, vitest does not. */
const readJest = (text: string, root: string): TestReport => {
  const report = readObject(text)
  const tests = collectTests(root)
  for (const file of objectsIn(report.testResults)) {
    const path = textIn(file.name)
    const cases = objectsIn(file.assertionResults ?? [])
    for (const { ancestorTitles, title, status, numPassingAsserts, failureMessages } of cases) {
      const outcome = outcomes[textIn(status)]
      if (!outcome) throw new ReportError('It names an outcome that is not known.')
      const assertions = outcome === 'passed' ? countIn(numPassingAsserts) : undefined
      const names = [...namesIn(ancestorTitles), textIn(title)]
      tests.add({ file: path, names, outcome, assertions, message: firstOf(failureMessages) })
    }
    if (file.status === 'failed' && !cases.some(({ status }) => status === 'failed'))
      tests.add({ file: path, names: [wholeFile], outcome: 'failed' })
  }
  return tests.report()
}

/** The first message, without the places in files that follow it. */
const firstOf = (messages: unknown) => {
  const [first] = Array.isArray(messages) ? (messages as readonly unknown[]) : []
  if (typeof first !== 'string') return undefined
  const end = first.indexOf('\n    at ')
  return end === -1 ? first : first.slice(0, end)
}

const readers: Readonly<Record<ReportFormat, (text: string, root: string) => TestReport>> = {
  junit: readJunit,
  tap: readTap,
  vitest: readJest,
  jest: readJest,
  mocha: readMocha,
  go: readGo,
  cargo: readCargo,
}

/**
 * The tests that a report names. `root` is the folder that absolute paths in it are made relative to.
 * Throws a ReportError for a text that is empty, larger than `reportLimits.bytes`, unfinished, or not of its format.
 */
export const readReport = (format: ReportFormat, text: string, root: string): TestReport => {
  if (text.trim() === '') throw new ReportError('It is empty.')
  if (text.length > reportLimits.bytes) throw new ReportError('It is larger than 32 MiB.')
  return readers[format](text, root)
}

interface AskedReport {
  readonly format: ReportFormat
  readonly text: string
  readonly root: string
}

/** `readReport` for report-thread.ts: a fault is a value. */
export const readTests = ({ format, text, root }: AskedReport): TestReport & { readonly fault?: string } => {
  try {
    return readReport(format, text, root)
  } catch (error) {
    if (error instanceof ReportError) return { fault: error.message, tests: error.tests }
    throw error
  }
}
