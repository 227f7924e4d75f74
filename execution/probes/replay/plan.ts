import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { javascriptEndings } from '../javascript/program.ts'
import { notProbedReasons, type NotProbed, type ProbeFile, type ProbeRun, type TimedSubject } from '../probe.ts'
import { copyPath, isPlainPath } from '../runs/copies.ts'
import { ownRun } from '../runs/own-run.ts'
import { recordsIn } from '../runs/records.ts'
import { plainText, programText, replayedTest } from './copies.ts'
import { goStages } from './go-stages.ts'
import { bounded, replayScript, type ReplayStages } from './script.ts'

const testsMost = 6
const python = readFileSync(join(import.meta.dirname, 'replay.py'), 'utf8')

/** Tests and functions that a plain run has none of. */
const withoutTests = `find . \\( -name node_modules -o -name .git -o -name .venv -o -name venv \\) -prune -o -type d \\( -name test -o -name tests -o -name __tests__ -o -name spec -o -name specs -o -name e2e -o -name __mocks__ \\) -prune -exec rm -rf {} + ; find . \\( -name node_modules -o -name .git -o -name .venv -o -name venv \\) -prune -o -type f \\( -name '*.test.*' -o -name '*.spec.*' -o -name '*-p*.test.*' -o -name 'test_*.py' -o -name '*_test.py' -o -name 'conftest.py' \\) -exec rm -f {} +`

/**
 * Plans a run that records the calls that new tests make to the product, makes them twice more under the runner, and
 * then in plain processes: a copy of the files without tests, a terminal, `CI` and `NODE_ENV` unset; `production` in another
 * folder and time zone; and, but for Go, two years later, elsewhere and up to 2,000 times. With the result of an earlier run, nothing is recorded, and its calls are made.
 */
export const planReplay = ({
  subject,
  result,
}: {
  readonly subject: TimedSubject
  readonly result?: string | undefined
}): ProbeRun | NotProbed => {
  const calls = result === undefined ? undefined : callsIn(result, subject.nonce)
  const tests = testsToReplay(subject)
  if (tests.length === 0) return { notProbed: notProbedReasons.noNewTest }
  const folder = `.probe_${subject.nonce}`
  const stages = isGo(subject) ? goStages(subject, tests) : scriptStages(subject, tests, folder)
  if ('notProbed' in stages) return stages
  const acceptance = subject.acceptance.filter(({ path }) => tests.some((test) => test.path === path))
  return {
    files: [
      ...acceptance,
      ...stages.files.map(({ path, text, isBeside }) => ({ path: isBeside ? path : `${folder}/${path}`, text })),
      { path: `${folder}/main.sh`, text: replayScript(subject, folder, stages, calls === undefined) },
      ...(calls === undefined ? [] : [{ path: `${folder}/result`, text: calls }]),
    ],
    command: `sh '${folder}/main.sh'`,
    resultPath: `${folder}/result`,
    wallMs: stages.processes * subject.budgetMs + 10_000,
  }
}

const scriptStages = (subject: TimedSubject, tests: readonly ProbeFile[], folder: string): ReplayStages | NotProbed => {
  const planned = isPython(subject) ? pythonCopies(subject, tests, folder) : javascriptCopies(subject, tests)
  if (!planned) return { notProbed: notProbedReasons.noCall }
  const { files, recording, again, plain, environment } = planned
  const recordRun = ownRun(subject, recording, `${folder}/report`)
  const againRun = ownRun(subject, again, `${folder}/report`)
  if (!recordRun || !againRun) return { notProbed: notProbedReasons.commandUnknown }
  return {
    files,
    record: `${environment} ${bounded(recordRun.command)}`,
    again: bounded(againRun.command),
    plain: plain.command,
    build: [withoutTests, ...plain.files.map(({ path, text: from }) => `cp "$F/${from}" "$app/${path}"`)].join('\n'),
    isLater: true,
    processes: 2,
  }
}

export const isPython = ({ runner }: TimedSubject): boolean => /^(?:pytest|unittest)/.test(runner)

const isGo = ({ runner }: TimedSubject): boolean => runner === 'go'

const testEndings = (subject: TimedSubject): RegExp =>
  isGo(subject) ? /_test\.go$/ : isPython(subject) ? /\.py$/ : javascriptEndings

/** The lines of a result with the recorded calls, and with where modules are found. */
const callsIn = (result: string, nonce: string): string =>
  (recordsIn(result, nonce) ?? [])
    .filter(({ stage }) => stage === 'call' || stage === 'paths')
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')

/** True if the author of the change has not seen the test with this number. */
export const isOfOthers = (subject: TimedSubject, file: number): boolean =>
  subject.acceptance.some(({ path }) => path === testsToReplay(subject)[file]?.path)

/** The tests that are replayed, in the order of their numbers in the records. */
export const testsToReplay = (subject: TimedSubject): readonly ProbeFile[] =>
  [...subject.acceptance, ...subject.newTests]
    .filter(({ path }) => testEndings(subject).test(path) && isPlainPath(path))
    .slice(0, testsMost)

interface ReplayCopies {
  readonly files: ReplayStages['files']
  readonly recording: readonly string[]
  readonly again: readonly string[]
  /** Variables of the run that records. */
  readonly environment: string
  /** The plain process: its command without the name of the stage, and files of the folder that it needs. */
  readonly plain: { readonly command: string; readonly files: readonly ProbeFile[] }
}

const javascriptCopies = (subject: TimedSubject, tests: readonly ProbeFile[]): ReplayCopies | undefined => {
  const { nonce } = subject
  const runner = ownRun(subject, [], 'none')?.runner
  if (!runner) return undefined
  const copies = tests.flatMap((test, at) => {
    const copy = replayedTest(test, at, { nonce, runner })
    return copy ? [{ ...copy, path: test.path }] : []
  })
  if (copies.length === 0) return undefined
  const recording = copies.map(({ path, recording: text }) => ({ path: copyPath(path, nonce), text }))
  const again = copies.map(({ path, again: text }) => ({ path: copyPath(path, `${nonce}r`), text }))
  const name = `replay_${nonce}.mjs`
  return {
    files: [
      ...[...recording, ...again].map((file) => ({ ...file, isBeside: true })),
      { path: name, text: plainProgram(nonce, tests.length) },
    ],
    recording: recording.map(({ path }) => path),
    again: again.map(({ path }) => path),
    environment: '',
    plain: { command: `node "$ATELIER_ROOT/${name}"`, files: [{ path: name, text: name }] },
  }
}

const plainProgram = (nonce: string, count: number) =>
  `${plainText(nonce).replace('Number(process.argv[3])', String(count))}${programText(nonce)}`

const pythonCopies = (subject: TimedSubject, tests: readonly ProbeFile[], folder: string): ReplayCopies | undefined => {
  const { nonce } = subject
  const own = ownRun(subject, [], 'none')
  if (!own) return undefined
  const text = python.replace('NONCE_WORD', nonce)
  const again = tests.map(({ path }, at) => ({ path: copyPath(path, `${nonce}r`), text: pythonTest(folder, at) }))
  const words = own.interpreter.split(' ')
  // The plain process runs in another folder.
  const interpreter = words
    .map((word) => (word.includes('/') && !word.startsWith('/') ? `$root/${word}` : word))
    .join(' ')
  return {
    files: [
      ...again.map((file) => ({ ...file, isBeside: true })),
      { path: 'site/sitecustomize.py', text },
      { path: 'replay_probe.py', text },
    ],
    recording: tests.map(({ path }) => path),
    again: again.map(({ path }) => path),
    environment: `PYTHONPATH="$F/site\${PYTHONPATH:+:$PYTHONPATH}" ATELIER_TESTS='${JSON.stringify(tests.map(({ path }) => path))}'`,
    plain: { command: `root=$root; ${interpreter} "$ATELIER_ROOT/../replay_probe.py"`, files: [] },
  }
}

const pythonTest = (folder: string, file: number) => `import os
import runpy
import unittest


class CallsAgain(unittest.TestCase):
    def test_calls_again(self):
        root = os.environ['ATELIER_ROOT']
        program = runpy.run_path(os.path.join(root, '${folder}', 'replay_probe.py'), run_name='replay_probe')
        program['replay'](os.environ['ATELIER_STAGE'], ${file})
`
