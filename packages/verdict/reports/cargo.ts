import { collectTests, ReportError, type TestOutcome, type TestReport } from './report.ts'

const libtest = /^test (\S+(?: - .*)?) \.\.\. (ok|FAILED|ignored)(?:,.*)?$/
/** With `--nocapture`, the text of a test is before the result of another test. */
const behindText = /test (\S+)(?: - should panic)? \.\.\. (ok|FAILED)$/
/** With `--nocapture` and one thread, the text of a test is between its name and its result. */
const opened = /^test (\S+)(?: - should panic)? \.\.\. /
const result = /(ok|FAILED)$/
const begins = /^running (\d{1,9}) tests?$/
const ends = /^test result: (?:ok|FAILED)\.(?: (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored)?/
// A test that is tried again has a line for each try.
const nextest =
  /^ +(?:TRY \d{1,4} )?(PASS|FAIL|SKIP|ABORT|LEAK|LEAK-FAIL|SIG[A-Z]{2,9}|TIMEOUT) \[.{1,20}?\] (?:\(.{1,20}?\) )?(\S+) (\S.*)$/
const summary = /^ +Summary \[/

const outcomes: Readonly<Record<string, TestOutcome>> = {
  ok: 'passed',
  PASS: 'passed',
  // It passed, and left a process or an open file behind.
  LEAK: 'passed',
  ignored: 'skipped',
  SKIP: 'skipped',
}

/** The tests of a libtest binary that it has reported so far. */
interface Binary {
  readonly count: number
  readonly found: { readonly name: string; readonly outcome: TestOutcome }[]
  /** The test whose text is being read, and the result with which the last line ends. */
  open: { readonly name: string; outcome: TestOutcome | undefined } | undefined
  readonly unknown: string[]
}

const addLine = (binary: Binary, line: string) => {
  const whole = libtest.exec(line)
  const isWhole = whole !== null && !whole[1]!.includes(' ... ')
  const begun = isWhole ? null : opened.exec(line)
  if (isWhole || begun) close(binary)
  if (isWhole) addTest(binary, whole[1]!, whole[2]!)
  else if (begun) binary.open = { name: begun[1]!, outcome: endOf(line) }
  else if (binary.open && line !== '') binary.open.outcome = endOf(line)
  else if (!binary.open) {
    const behind = behindText.exec(line)
    if (behind) addTest(binary, behind[1]!, behind[2]!)
  }
}

const addTest = ({ found }: Binary, written: string, word: string) => {
  // A doctest has the line of its example in its name, which moves with each line above it.
  const name = written.replace(/ - should panic$/, '').replace(/ \(line \d{1,9}\)/, '')
  found.push({ name, outcome: outcomes[word] ?? 'failed' })
}

const endOf = (line: string): TestOutcome | undefined => {
  const word = result.exec(line)?.[1]
  return word === undefined ? undefined : (outcomes[word] ?? 'failed')
}

const close = (binary: Binary) => {
  const { open, found, unknown } = binary
  binary.open = undefined
  if (open?.outcome === undefined) unknown.push(...(open ? [open.name] : []))
  else found.push({ name: open.name, outcome: open.outcome })
}

/** Whether a binary has as many results as it began tests, and as its last line reports. */
const isWholeBinary = ({ count, found }: Binary, [, passed, failed, ignored]: RegExpExecArray) => {
  const counted = (outcome: TestOutcome) => found.filter((one) => one.outcome === outcome).length
  return (
    found.length === count &&
    (passed === undefined ||
      (Number(passed) === counted('passed') &&
        Number(failed) === counted('failed') &&
        Number(ignored) === counted('skipped')))
  )
}

/** Reads the output of `cargo test` (libtest) and `cargo nextest`; a binary of nextest takes the place of the file. */
export const readCargo = (text: string, root: string): TestReport => {
  const tests = collectTests(root)
  const ofNextest = new Map<string, Parameters<typeof tests.add>[0]>()
  const lost: Binary[] = []
  let binary: Binary | undefined
  let ended = 0
  for (const line of text.split(/\r?\n/)) {
    const begun = begins.exec(line)
    const isEnd = ends.exec(line)
    // Failures are listed a second time below the summary.
    const inNextest = nextest.exec(line)
    if (begun || isEnd || (binary && line === 'failures:')) {
      if (binary) close(binary)
      if (binary && (begun ?? (isEnd && !isWholeBinary(binary, isEnd)))) lost.push(binary)
      if (isEnd) ended += 1
      if (isEnd || begun) {
        for (const { name, outcome } of binary?.found ?? []) tests.add({ file: '', names: [name], outcome })
        binary = begun ? { count: Number(begun[1]), found: [], open: undefined, unknown: [] } : undefined
      }
    } else if (binary) addLine(binary, line)
    else if (inNextest && ended === 0) {
      const [, word, file, name] = inNextest
      ofNextest.set(`${file} ${name}`, { file: file!, names: [name!], outcome: outcomes[word!] ?? 'failed' })
    } else if (summary.test(line)) ended += 1
  }
  if (binary) {
    close(binary)
    lost.push(binary)
    for (const { name, outcome } of binary.found) tests.add({ file: '', names: [name], outcome })
  }
  for (const test of ofNextest.values()) tests.add(test)
  if (ended === 0 || lost.length > 0) throw new ReportError(unfinished(lost), tests.report().tests)
  return tests.report()
}

const namedMost = 5

const unfinished = (lost: readonly Binary[]): string => {
  const count = lost.reduce((sum, one) => sum + Math.max(one.count - one.found.length, 0), 0)
  const names = lost.flatMap(({ unknown }) => unknown).slice(0, namedMost)
  const among = names.length === 0 ? '' : `, among them ${names.join(', ')}`
  return count === 0 ? 'It is not finished.' : `It is not finished: ${count} of its tests have no result${among}.`
}
