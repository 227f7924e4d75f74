import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provide } from './programs.ts'
import { type Count, countTests, sumOf } from './test-count.ts'

interface Step {
  readonly name: string
  readonly command: readonly string[]
}

const checks: readonly Step[] = [
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'lint', command: ['eslint', '.'] },
  { name: 'types', command: ['node', 'node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.json'] },
]

const say = (line: string) => process.stdout.write(`${line}\n`)

const main = async (words: readonly string[]) => {
  const files = words.filter((word) => word !== '--soak')
  if (words.includes('--soak')) process.env.ATELIER_TEST_SOAK = '1'
  if (files.length === 0) await provide(say)
  const counts: Count[] = []
  for (const step of files.length > 0 ? [] : checks) counts.push(await runCheck(step))
  counts.push(await runTests(files))
  const { passed, failed, skipped } = sumOf(counts)
  if (skipped > 0) say(`${skipped} tests were skipped: what they need is not on this machine.`)
  say(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

const runCheck = async ({ name, command }: Step): Promise<Count> => {
  const started = performance.now()
  say(`— ${name}`)
  const status = await run(command)
  say(`${status === 0 ? '✓' : '✗'} ${name} (${seconds(started)})`)
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }
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
const run = async ([program, ...words]: readonly string[]) => {
  const child = spawn(program!, words, { stdio: 'inherit' })
  const ended = await Promise.race([once(child, 'exit'), once(child, 'error').then(() => [1])])
  return (ended[0] as number | null) ?? 1
}

const seconds = (started: number) => `${((performance.now() - started) / 1_000).toFixed(1)} s`

// An interrupt at the terminal reaches the running check too: it ends, and what it left is removed here.
process.on('SIGINT', () => undefined)
await main(process.argv.slice(2))
