import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { javascriptEndings } from '../javascript/program.ts'
import { notProbedReasons } from '../not-probed.ts'
import type { NotProbed, ProbeFile, ProbeRun } from '../probe.ts'
import { copyPath, isPlainPath } from '../runs/copies.ts'
import { ownRun } from '../runs/own-run.ts'
import { recordsIn } from '../runs/records.ts'
import type { TimedSubject } from '../trials/trial.ts'
import { plainText, programText, replayedTest } from './copies.ts'

const testsMost = 6
const python = readFileSync(join(import.meta.dirname, 'replay.py'), 'utf8')

/** Tests and functions that a plain run has none of. */
const withoutTests = `find . \\( -name node_modules -o -name .git -o -name .venv -o -name venv \\) -prune -o -type d \\( -name test -o -name tests -o -name __tests__ -o -name spec -o -name specs -o -name e2e -o -name __mocks__ \\) -prune -exec rm -rf {} + ; find . \\( -name node_modules -o -name .git -o -name .venv -o -name venv \\) -prune -o -type f \\( -name '*.test.*' -o -name '*.spec.*' -o -name '*-p*.test.*' -o -name 'test_*.py' -o -name '*_test.py' -o -name 'conftest.py' \\) -exec rm -f {} +`

/**
 * Plans a run that records the calls that new tests make to the product, makes them twice more under the runner, and
 * then in plain processes: a copy of the files without tests, a terminal, `CI` and `NODE_ENV` unset, and `production` in
 * another folder and time zone. With the result of an earlier run, nothing is recorded, and its calls are made.
 */
export const planReplay = ({
  subject,
  result,
}: {
  readonly subject: TimedSubject
  readonly result?: string | undefined
}): ProbeRun | NotProbed => {
  const calls = result === undefined ? undefined : callsIn(result, subject.nonce)
  const { nonce, budgetMs } = subject
  if (subject.runner === 'go') return { notProbed: notProbedReasons.runnerWithoutReplay(subject.runner) }
  const tests = testsToReplay(subject)
  const given = subject.acceptance.filter(({ path }) => tests.some((test) => test.path === path))
  if (tests.length === 0) return { notProbed: notProbedReasons.noNewTest }
  const folder = `.probe_${nonce}`
  const planned = isPython(subject) ? pythonCopies(subject, tests, folder) : javascriptCopies(subject, tests, folder)
  if (!planned) return { notProbed: notProbedReasons.noCall }
  const { files, recording, again, plain } = planned
  const recordRun = ownRun(subject, recording, `${folder}/report`)
  const againRun = ownRun(subject, again, `${folder}/report`)
  if (!recordRun || !againRun) return { notProbed: notProbedReasons.commandUnknown }
  const bounded = (text: string) =>
    `timeout -s KILL "$limit" sh -c '${text.replaceAll("'", String.raw`'\''`)}' < /dev/null > /dev/null 2>&1`
  const ended = (stage: string) => `ended ${stage} $?`
  const lines = [
    `root="$PWD"; F="$root/${folder}"; limit=${Math.ceil(budgetMs / 1000)}`,
    `ended() { printf '\\n{"probe":"${nonce}","stage":"ended","of":"%s","status":%d}\\n' "$1" "$2" >> "$F/result"; }`,
    'export PATH="$PWD/node_modules/.bin:$PATH" PYTHONDONTWRITEBYTECODE=1 ATELIER_REPORT="$F/report" ATELIER_RESULT="$F/result" ATELIER_ROOT="$root"',
    ...(calls === undefined ? [`${planned.environment} ${bounded(recordRun.command)}`, ended('call')] : []),
    `grep -q '"stage":"call"' "$F/result" || exit 0`,
    `ATELIER_STAGE=tests ${bounded(againRun.command)}`,
    ended('tests'),
    `ATELIER_STAGE=again ${bounded(againRun.command)}`,
    ended('again'),
    'app="$F/app"; mkdir -p "$app" "$F/other"',
    `for one in ./* ./.[!.]*; do case "$one" in ./.git|./${folder}|'./.[!.]*') ;; ./node_modules|./.venv|./venv) ln -s "$root/$one" "$app/$one" ;; *) cp -a "$one" "$app/" ;; esac; done`,
    `cd "$app"; ${withoutTests}`,
    ...plain.files.map(({ path, text: from }) => `cp "$F/${from}" "$app/${path}"`),
    'export ATELIER_ROOT="$app"; unset CI NODE_ENV',
    // A terminal, where the machine has a program that makes one.
    `if script -qec true /dev/null > /dev/null 2>&1 < /dev/null; then timeout -s KILL "$limit" script -qec "${plain.command} plain" /dev/null > /dev/null 2>&1 < /dev/null; else ${bounded(`${plain.command} plain`)}; fi`,
    ended('plain'),
    `cd "$F/other"; NODE_ENV=production TZ=Asia/Kolkata ${bounded(`${plain.command} production`)}`,
    ended('production'),
    'true',
  ]
  return {
    files: [
      ...given,
      ...files,
      { path: `${folder}/main.sh`, text: lines.join('\n') },
      ...(calls === undefined ? [] : [{ path: `${folder}/result`, text: calls }]),
    ],
    command: `sh '${folder}/main.sh'`,
    resultPath: `${folder}/result`,
    wallMs: 2 * budgetMs + 10_000,
  }
}

export const isPython = ({ runner }: TimedSubject): boolean => /^(?:pytest|unittest)/.test(runner)

/** The lines of a result with the recorded calls, and with where modules are found. */
const callsIn = (result: string, nonce: string): string =>
  (recordsIn(result, nonce) ?? [])
    .filter(({ stage }) => stage === 'call' || stage === 'paths')
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')

/** Whether a test of these numbers is one that the author of the change has not seen. */
export const isOfOthers = (subject: TimedSubject, file: number): boolean =>
  subject.acceptance.some(({ path }) => path === testsToReplay(subject)[file]?.path)

/** The tests that are replayed, in the order of their numbers in the records. */
export const testsToReplay = (subject: TimedSubject): readonly ProbeFile[] =>
  [...subject.acceptance, ...subject.newTests]
    .filter(({ path }) => (isPython(subject) ? /\.py$/ : javascriptEndings).test(path) && isPlainPath(path))
    .slice(0, testsMost)

interface ReplayCopies {
  readonly files: readonly ProbeFile[]
  readonly recording: readonly string[]
  readonly again: readonly string[]
  /** Variables of the run that records. */
  readonly environment: string
  /** The plain process: its command without the name of the stage, and files of the folder that it needs. */
  readonly plain: { readonly command: string; readonly files: readonly ProbeFile[] }
}

const javascriptCopies = (
  subject: TimedSubject,
  tests: readonly ProbeFile[],
  folder: string,
): ReplayCopies | undefined => {
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
    files: [...recording, ...again, { path: `${folder}/${name}`, text: plainProgram(nonce, tests.length) }],
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
    files: [...again, { path: `${folder}/site/sitecustomize.py`, text }, { path: `${folder}/replay_probe.py`, text }],
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
