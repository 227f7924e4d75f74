import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeSources } from '../../packages/sdk/generate.ts'
import { provide } from './programs.ts'
import { relatedTests } from './related-tests.ts'
import { type Count, countTests, sumOf } from './test-count.ts'

interface Step {
  readonly name: string
  /** Run one after the other, each to its end. */
  readonly commands: readonly (readonly string[])[]
}

/** Folders whose types are read by a process of their own, so that none needs more than 4 GiB. */
const lintedApart = [['apps/console'], ['domains'], ['execution', 'packages', 'platform']]

/** The linter reads types, and says what the compiler would say: each file is checked once for both. */
const lint = (...words: readonly string[]) => [
  'oxlint',
  '-c',
  'oxlint.config.js',
  '--deny-warnings',
  '--type-check',
  ...words,
]

const checksOf = (paths: readonly string[]): Step[] => [
  {
    name: 'lint and types',
    commands: [
      ...lintedApart.map((folders) => lint(...folders)),
      lint('.', ...lintedApart.flat().flatMap((folder) => ['--ignore-pattern', `${folder}/**`])),
    ],
  },
  { name: 'format', commands: [['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...paths]] },
]

/** No check takes a third of this on two cores at work. */
const hungAfterMs = 15 * 60_000

const say = (line: string) => process.stdout.write(`${line}\n`)

const main = async (words: readonly string[]) => {
  const files = words.filter((word) => !word.startsWith('--'))
  if (words.includes('--long')) process.env.ATELIER_TEST_LONG = '1'
  if (words.includes('--soak')) process.env.ATELIER_TEST_SOAK = '1'
  if (words.includes('--delays')) process.env.ATELIER_TEST_DELAYS = '1'
  const { checks, tests } = words.includes('--changed')
    ? whatChanged()
    : { checks: files.length > 0 ? [] : checksOf(['.']), tests: files }
  if (tests.length === 0) await provide(say)
  // They are not kept in git, and those on this disk may be of other contracts.
  if (checks.length > 0 || tests.some((path) => path.includes('packages/sdk'))) await writeSources()
  if (checks.length > 0) say('— format, lint and types')
  // Beside the tests: one thread checks types with a fifth less work than two, and tests wait a part of their time.
  const counts = await Promise.all([runTests(tests), ...checks.map(runCheck)])
  const { passed, failed, skipped } = sumOf(counts)
  if (skipped > 0) say(`${skipped} tests were skipped: they are long ones, or what they need is not on this machine.`)
  say(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

/** The checks of the files that differ from the last commit, and the tests that they concern. */
const whatChanged = () => {
  const git = (...given: readonly string[]) =>
    execFileSync('git', given, { encoding: 'utf8' })
      .split('\0')
      .filter((path) => path && existsSync(path))
  const added = git('ls-files', '-z', '--others', '--exclude-standard')
  const changed = [...git('diff', '-z', '--name-only', '--relative', 'HEAD'), ...added]
  const all = [...git('ls-files', '-z', '--', '*.ts', '*.tsx'), ...added.filter((path) => /\.tsx?$/.test(path))]
  const related = relatedTests(new Map(all.map((path) => [path, readFileSync(path, 'utf8')])), changed)
  const short = related.filter((path) => !/\.(long|soak)\.test\.ts$/.test(path) || changed.includes(path))
  return { checks: changed.length > 0 ? checksOf(changed) : [], tests: ['tidy.test.ts', ...short] }
}

const runCheck = async ({ name, commands }: Step): Promise<Count> => {
  const started = performance.now()
  const outputs: string[] = []
  let isPassed = true
  for (const command of commands) {
    const { status, output } = await heard(command)
    if (status !== 0) isPassed = false
    if (output) outputs.push(output)
  }
  say([`${isPassed ? '✓' : '✗'} ${name} (${seconds(started)})`, ...outputs].join('\n'))
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0 }
}

const runTests = async (files: readonly string[]): Promise<Count> => {
  const started = performance.now()
  say('— tests')
  const folder = await mkdtemp(join(tmpdir(), 'atelier-report-'))
  try {
    const report = join(folder, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const status = await run(['vitest', 'run', ...reporters, ...files])
    say(`${status === 0 ? '✓' : '✗'} tests (${seconds(started)})`)
    return countTests(await readFile(report, 'utf8').catch(() => ''), status)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The exit status; a command that cannot be started, or is ended by a signal, counts as 1. */
const statusOf = async (child: ChildProcess, event: 'exit' | 'close') => {
  const ended = await Promise.race([once(child, event), once(child, 'error').then(() => [1])])
  return (ended[0] as number | null) ?? 1
}

const run = ([program, ...words]: readonly string[]) => statusOf(spawn(program!, words, { stdio: 'inherit' }), 'exit')

/** The same, with its output: it runs beside another one. A hanging one is ended, and has failed. */
const heard = async ([program, ...words]: readonly string[]) => {
  // The linter reads types by a program in Go, which needs twice its live memory otherwise, and reads some types once for
  // each thread.
  const env = { ...process.env, GOGC: '50', GOMAXPROCS: '1' }
  const child = spawn(program!, words, { stdio: ['ignore', 'pipe', 'pipe'], timeout: hungAfterMs, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const status = await statusOf(child, 'close')
  return { status, output: output.trimEnd() }
}

const seconds = (started: number) => `${((performance.now() - started) / 1_000).toFixed(1)} s`

// An interrupt at the terminal reaches the running check too: it ends, and what it left is removed here.
process.on('SIGINT', () => undefined)
await main(process.argv.slice(2))
