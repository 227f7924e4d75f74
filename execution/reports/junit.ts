import { collectTests, ReportError, type TestOutcome, type TestReport, wholeFile } from './report.ts'
import { readXml, type XmlElement } from './xml.ts'

/** Reads JUnit XML as node, pytest, vitest, phpunit, surefire and gradle write it; `root` is where paths begin. */
export const readJunit = (text: string, root: string): TestReport => {
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
  // `node --test` counts a file without tests as one that passed, also when it ended the process before its tests.
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
  // GoogleTest names what it did not run.
  return status === 'notrun' || result === 'skipped' || result === 'suppressed' ? 'skipped' : 'passed'
}
