import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { javascriptEndings } from '../javascript/program.ts'
import { notProbedReasons, type NotProbed, type ProbeFile, type ProbeRun, type ProbeSubject } from '../probe.ts'
import { copyPath, testsToCopy } from '../runs/copies.ts'
import { isNotProbed, runOfCopies, type RunOfCopies } from '../runs/run-of-copies.ts'
import { mutantsIn, mutatedCopy } from './javascript.ts'

const mutantsMost = 40
const program = readFileSync(join(import.meta.dirname, 'mutants.py'), 'utf8')

/**
 * Plans a run of copies of test files in which each assertion is examined with another expected value, which has to
 * fail. At most 40 assertions of ten files, first assertions in tests that name a changed module. Pure, and as costly
 * as parsing these files.
 */
export const planMutants = (subject: ProbeSubject): ProbeRun | NotProbed => {
  const planned = plannedMutants(subject)
  return isNotProbed(planned) ? planned : planned.run
}

/** A planned run with the tests that its copies come from, in the order of their numbers in the records. */
export interface PlannedMutants extends RunOfCopies {
  readonly tests: readonly ProbeFile[]
}

export const plannedMutants = (subject: ProbeSubject): PlannedMutants | NotProbed =>
  /^(?:pytest|unittest)/.test(subject.runner) ? pythonMutants(subject) : javascriptMutants(subject)

const none = { notProbed: notProbedReasons.noLiteralExpectation }

const javascriptMutants = (subject: ProbeSubject): PlannedMutants | NotProbed => {
  const candidates = testsToCopy(subject, javascriptEndings)
    .map((test) => ({ test, mutants: mutantsIn(test, subject.nonce) }))
    .filter(({ mutants }) => mutants.length > 0)
  if (candidates.length === 0) return none
  const each = Math.ceil(mutantsMost / candidates.length)
  const copies = candidates.map(({ test, mutants }, at) => ({
    path: copyPath(test.path, subject.nonce),
    text: mutatedCopy(test, mutants.slice(0, each), subject.nonce, at),
  }))
  const run = runOfCopies(subject, { files: copies })
  return isNotProbed(run) ? run : { ...run, tests: candidates.map(({ test }) => test) }
}

const pythonMutants = (subject: ProbeSubject): PlannedMutants | NotProbed => {
  const tests = testsToCopy(subject, /\.py$/).filter(({ text }) => /\bassert/.test(text))
  if (tests.length === 0) return none
  const copies = tests.map(({ path }) => copyPath(path, subject.nonce))
  const plan = {
    nonce: subject.nonce,
    most: Math.ceil(mutantsMost / tests.length),
    tests: tests.map(({ text }, at) => ({ copy: copies[at], text })),
  }
  const run = runOfCopies(subject, { copies, program, plan })
  return isNotProbed(run) ? run : { ...run, tests }
}
