// The time of the account of a commit of a real repository, as a row of a table: README.md has the arguments.
//   node bench/verdict/accounting.ts [--modules folder] [--most seconds] <git folder> <commit> <command of its tests>
// The plan of the product runs in a scratch folder, without the sandbox.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { judgeAccounts, probedRunner, type ProbeFile } from '../../execution/probes/index.ts'
import { planAccounts } from '../../execution/probes/pure.ts'
import { readReport } from '../../execution/reports/report-thread.ts'
import { askForReport, isTestPath } from '../../packages/verdict/index.ts'
import { git, writeFiles } from '../../testing/repository.ts'
import { linkPackages } from './programs.ts'

const { values, positionals } = parseArgs({
  options: { modules: { type: 'string' }, most: { type: 'string' } },
  allowPositionals: true,
})

// As the product: at least two minutes, and three times the time of the checks.
const leastMs = 120_000
const testsMost = 60
const ticksPerSecond = 100

/** The processor seconds of this process and of its children that have ended. */
const processorSeconds = () => {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

/** The result of some work, with its seconds and its processor seconds. */
const timed = async <T>(work: () => T | Promise<T>) => {
  const beganMs = performance.now()
  const before = processorSeconds()
  const result = await work()
  return { result, seconds: (performance.now() - beganMs) / 1_000, processor: processorSeconds() - before }
}

const shell = (folder: string, command: string) => {
  const env = { ...process.env, CI: 'true', NO_COLOR: '1', PYTHONDONTWRITEBYTECODE: '1' }
  return spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8', maxBuffer: 2 ** 28 })
}

const kinds = { A: 'added', M: 'modified', D: 'deleted' } as const

/** The files of a commit that Git shows as added, modified or deleted, with their texts on both sides. */
const filesOf = (folder: string) => {
  const textAt = (commit: string, path: string, isThere: boolean) =>
    isThere ? git(folder, 'show', `${commit}:${path}`) : undefined
  const lines = git(folder, 'diff', '--no-renames', '--name-status', 'HEAD~1', 'HEAD').trim().split('\n')
  return lines.map((line) => {
    const [letter, path] = line.split('\t') as ['A' | 'M' | 'D', string]
    const sides = { before: textAt('HEAD~1', path, letter !== 'A'), after: textAt('HEAD', path, letter !== 'D') }
    return { path, from: undefined, kind: kinds[letter], modeBefore: '100644', modeAfter: '100644', ...sides }
  })
}

/** Runs the tests of a folder, and counts those that pass. Throws with their output if the command fails. */
const runTests = async (folder: string, command: string) => {
  const reportPath = join(folder, '.report')
  const asked = askForReport(command, reportPath)
  const ran = await timed(() => shell(folder, asked?.command ?? command))
  if (ran.result.status !== 0) throw new Error(`The tests fail: ${ran.result.stdout}${ran.result.stderr}`)
  const text = asked && (asked.from === 'output' ? ran.result.stdout : readFileSync(reportPath, 'utf8'))
  rmSync(reportPath, { force: true })
  const signal = new AbortController().signal
  const report = text && (await readReport({ format: asked.format, text, root: folder }, 'accounting', signal))
  return { ...ran, tests: report ? report.tests.filter(({ outcome }) => outcome === 'passed').length : undefined }
}

const account = async (folder: string, command: string, checkMs: number) => {
  const files = filesOf(folder)
  const tests = files.filter(({ path, after }) => after !== undefined && isTestPath(path))
  const onBase = git(folder, 'ls-tree', '-r', '--name-only', 'HEAD~1').trim().split('\n').filter(isTestPath)
  const base = onBase
    .slice(0, testsMost)
    .map((path): ProbeFile => ({ path, text: git(folder, 'show', `HEAD~1:${path}`) }))
  const mostMs = values.most === undefined ? Math.max(leastMs, 3 * checkMs) : Number(values.most) * 1_000
  const nonce = 'k3x9q7'
  const roles = { newTests: tests.filter(({ kind }) => kind === 'added').map(({ path }) => path), notElsewhere: [] }
  const judgedElsewhere = tests.filter(({ kind }) => kind === 'modified').map(({ path }) => path)
  const own = tests.map(({ path, after }) => ({ path, text: after! }))
  const planned = await planAccounts({
    change: { files, ...roles, judgedElsewhere },
    request: git(folder, 'log', '-1', '--format=%B'),
    tests: [{ check: 'test', command, runner: probedRunner(command), given: [], base, own }],
    nonce,
    budget: { busyMs: mostMs, mostMs },
  })
  if (!planned.run) return { parts: judgeAccounts(planned, undefined, nonce), tried: 0 }
  await writeFiles(folder, Object.fromEntries(planned.run.files.map(({ path, text }) => [path, text])))
  shell(folder, planned.run.command)
  const resultPath = join(folder, planned.run.resultPath)
  const result = existsSync(resultPath) ? readFileSync(resultPath, 'utf8') : undefined
  return { parts: judgeAccounts(planned, result, nonce), tried: planned.tried.length }
}

const main = async () => {
  const [from, commit, command] = positionals
  if (from === undefined || commit === undefined || command === undefined)
    throw new Error('Name a git folder, a commit and the command of its tests.')
  const folder = mkdtempSync(join(tmpdir(), 'accounting-'))
  try {
    git(folder, 'clone', '--quiet', '--shared', resolve(from), '.')
    git(folder, 'checkout', '--quiet', commit)
    if (values.modules !== undefined) shell(folder, linkPackages(resolve(values.modules)))
    // The first run fills caches of compilers, as the run over the base does.
    await runTests(folder, command)
    const checks = await runTests(folder, command)
    const accounted = await timed(() => account(folder, command, checks.seconds * 1_000))
    const { parts, tried } = accounted.result
    const counted = [...Map.groupBy(parts, ({ account: of, reason }) => (reason === 'not_tried' ? reason : of))]
    const name = basename(from) === 'repo' ? basename(resolve(from, '..')).replace('+', '/') : basename(from)
    const took = ({ seconds, processor }: typeof checks | typeof accounted) =>
      `${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor`
    const cells = [
      `${name} ${commit}`,
      checks.tests ?? 'unknown',
      took(checks),
      `${parts.length}, ${tried} tried`,
      took(accounted),
      counted.map(([of, all]) => `${all.length} ${of}`).join(', '),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
