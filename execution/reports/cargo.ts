import { collectTests, ReportError, type TestOutcome, type TestReport } from './report.ts'

const libtest = /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)(?:,.*)?$/
const begins = /^running (\d{1,9}) tests?$/
const ends = /^test result: (?:ok|FAILED)\./
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

/** Reads the output of `cargo test` (libtest) and `cargo nextest`; a binary of nextest takes the place of the file. */
export const readCargo = (text: string, root: string): TestReport => {
  const tests = collectTests(root)
  const tried = new Map<string, Parameters<typeof tests.add>[0]>()
  // Tests that a binary of libtest still has to report.
  let left: number | undefined
  let ended = 0
  for (const line of text.split(/\r?\n/)) {
    const begun = begins.exec(line)
    const test = libtest.exec(line)
    // Failures are listed a second time below the summary.
    const inNextest = nextest.exec(line)
    if (begun && left !== undefined) throw new ReportError('It is not finished.')
    if (begun) left = Number(begun[1])
    else if (test && left !== undefined) {
      left -= 1
      tests.add({ file: '', names: [withoutLine(test[1]!)], outcome: outcomes[test[2]!] ?? 'failed' })
    } else if (inNextest && ended === 0) {
      const [, word, file, name] = inNextest
      tried.set(`${file} ${name}`, { file: file!, names: [name!], outcome: outcomes[word!] ?? 'failed' })
    } else if (ends.test(line)) {
      if (left !== 0) throw new ReportError('It is not finished.')
      left = undefined
      ended += 1
    } else if (summary.test(line)) ended += 1
  }
  if (ended === 0 || left !== undefined) throw new ReportError('It is not finished.')
  for (const test of tried.values()) tests.add(test)
  return tests.report()
}

/** A doctest has the line of its example in its name, which moves with each line above it. */
const withoutLine = (name: string) => name.replace(/ \(line \d{1,9}\)/, '')
