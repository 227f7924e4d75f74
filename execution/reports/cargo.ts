import { collectTests, ReportError, type TestOutcome, type TestReport } from './report.ts'

const libtest = /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)(?:,.*)?$/
const begins = /^running (\d{1,9}) tests?$/
const ends = /^test result: (?:ok|FAILED)\./
const nextest = /^ +(PASS|FAIL|SKIP|ABORT|SIGSEGV|SIGABRT|TIMEOUT) \[.{1,20}?\] (?:\(.{1,20}?\) )?(\S+) (\S.*)$/
const summary = /^ +Summary \[/

const outcomes: Readonly<Record<string, TestOutcome>> = {
  ok: 'passed',
  PASS: 'passed',
  ignored: 'skipped',
  SKIP: 'skipped',
}

/** Reads the output of `cargo test` (libtest) and `cargo nextest`; a binary of nextest takes the place of the file. */
export const readCargo = (text: string, root: string): TestReport => {
  const tests = collectTests(root)
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
      tests.add({ file: '', names: [test[1]!], outcome: outcomes[test[2]!] ?? 'failed' })
    } else if (inNextest && ended === 0)
      tests.add({ file: inNextest[2]!, names: [inNextest[3]!], outcome: outcomes[inNextest[1]!] ?? 'failed' })
    else if (ends.test(line)) {
      if (left !== 0) throw new ReportError('It is not finished.')
      left = undefined
      ended += 1
    } else if (summary.test(line)) ended += 1
  }
  if (ended === 0 || left !== undefined) throw new ReportError('It is not finished.')
  return tests.report()
}
