import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { javascriptEndings } from '../javascript/program.ts'
import { notProbedReasons, type NotProbed, type ProbeFile, type ProbeRun, type ProbeSubject } from '../probe.ts'
import { copyPath, namesChanged, testsToCopy } from '../runs/copies.ts'
import { isNotProbed, runOfCopies, type RunOfCopies } from '../runs/run-of-copies.ts'
import { recordingCopies } from './javascript.ts'

/** How many copies of each test are run: one with its own inputs and four with altered ones. */
export const variants = 5
const program = readFileSync(join(import.meta.dirname, 'inputs.py'), 'utf8')

/**
 * Plans a run with copies of test files that record values instead of asserting them: one copy with the test's inputs,
 * four with altered inputs. This plan has to run over the base, twice, and over the change. Pure, and as costly as
 * parsing at most ten files.
 */
export const planInputs = (subject: ProbeSubject): ProbeRun | NotProbed => {
  const tests = testsForInputs(subject)
  const planned = /^(?:pytest|unittest)/.test(subject.runner)
    ? pythonRun(subject, tests)
    : javascriptRun(subject, tests)
  return isNotProbed(planned) ? planned : planned.run
}

/** The tests that are copied: healed tests, and tests that name a changed module, since each runs fifteen times. */
export const testsForInputs = (subject: ProbeSubject): readonly ProbeFile[] => {
  const { changed, healed = [] } = subject
  const isNear = namesChanged(changed)
  const all = testsToCopy(subject, /^(?:pytest|unittest)/.test(subject.runner) ? /\.py$/ : javascriptEndings)
  const wanted = all.filter((file) => healed.includes(file.path) || isNear(file))
  return wanted.length > 0 ? wanted : all
}

const none = { notProbed: notProbedReasons.noLiteralInput }

const javascriptRun = (subject: ProbeSubject, tests: readonly ProbeFile[]): RunOfCopies | NotProbed => {
  const copies = tests.flatMap((test, at) =>
    recordingCopies(test, subject.nonce, at).map((text, variant) => ({
      path: copyPath(test.path, `${subject.nonce}v${variant}`),
      text,
    })),
  )
  return copies.length === 0 ? none : runOfCopies(subject, { files: copies })
}

const pythonRun = (subject: ProbeSubject, tests: readonly ProbeFile[]): RunOfCopies | NotProbed => {
  if (tests.length === 0) return none
  const { nonce } = subject
  const paths = tests.map(({ path }) => Array.from({ length: variants }, (_, at) => copyPath(path, `${nonce}v${at}`)))
  const plan = { nonce, tests: tests.map(({ text }, at) => ({ copies: paths[at], text })) }
  return runOfCopies(subject, { copies: paths.flat(), program, plan })
}
