import { isObject, textIn } from './json.ts'
import { collectTests, ReportError, reportLimits, type TestOutcome, type TestReport, wholeFile } from './report.ts'
import { jsonOf } from '../../foreign-json/index.ts'

const outcomes: Readonly<Record<string, TestOutcome>> = { pass: 'passed', fail: 'failed', skip: 'skipped' }

interface GoEvent {
  readonly action: string
  readonly owner: string
  readonly test: string
  readonly output: string
}

/** Reads the output of `go test -json`; a package takes the place of the file. */
export const readGo = (text: string, root: string): TestReport => {
  const tests = collectTests(root)
  const begun = new Map<string, GoEvent>()
  const failedIn = new Set<string>()
  const failed = new Set<string>()
  const printed = new Map<string, string>()
  let ended = 0
  for (const event of eventsIn(text)) {
    const { action, owner, test, output } = event
    const key = `${owner}\0${test}`
    const outcome = outcomes[action]
    if (action === 'start' || action === 'run') begun.set(key, event)
    if (action === 'output' && test !== '') printed.set(key, withFailure(printed.get(key), output))
    if (!outcome) continue
    begun.delete(key)
    if (test !== '') {
      if (outcome === 'failed') failedIn.add(owner)
      tests.add({ file: owner, names: [test], outcome, message: printed.get(key) })
      printed.delete(key)
      continue
    }
    ended += 1
    if (outcome === 'failed') failed.add(owner)
    // A failure outside of a test: it was not built, or ended early. A package that is skipped has no tests.
    if (outcome === 'failed' && !failedIn.has(owner))
      tests.add({ file: owner, names: [wholeFile], outcome, message: withoutResult(begun.values(), owner) })
  }
  // A panic ends the program of a package: the tests that wait there have no result.
  const isOpen = [...begun.values()].some(({ owner }) => !failed.has(owner))
  if (ended === 0 || isOpen) throw new ReportError('It is not finished.', tests.report().tests)
  return tests.report()
}

const withoutResult = (begun: Iterable<GoEvent>, owner: string): string => {
  const names = [...begun].flatMap((event) => (event.owner === owner && event.test !== '' ? [event.test] : []))
  return names.length === 0 ? '' : `Without a result, since the program ended: ${names.join(', ')}`
}

/** A test's lines about its failures, such as ` sum_test.go:7: got 4`. */
const withFailure = (before = '', output: string) =>
  before.length < reportLimits.messageChars && /^\s+\S+_test\.go:\d+: /.test(output)
    ? `${before}${output.replace(/^\s+\S+_test\.go:\d+: /, '')}`
    : before

/** The text that the tests printed, for people. */
export const goOutput = (text: string): string => [...eventsIn(text)].map(({ output }) => output).join('')

function* eventsIn(text: string): Generator<GoEvent> {
  for (const line of text.split('\n')) {
    // Errors of the build are between the events as plain text.
    if (!line.startsWith('{')) {
      if (line.trim() !== '') yield { action: 'output', owner: '', test: '', output: `${line}\n` }
      continue
    }
    const value = jsonOf(line)
    if (value === undefined) throw new ReportError('It is not finished.')
    if (!isObject(value)) continue
    const { Action, Package, Test, Output } = value
    yield { action: textIn(Action), owner: textIn(Package), test: textIn(Test), output: textIn(Output) }
  }
}
