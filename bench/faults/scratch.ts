import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Files } from '../../testing/runner/related-tests.ts'

/** How a run of tests ended: `failed` names the first test file that failed, if the report has one. */
export interface TestRun {
  readonly status: 'passed' | 'failed' | 'timeout'
  readonly failed?: string
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[]
}

/** A checkout of one commit beside the working tree, whose packages are hard links to those of the working tree. */
export class Scratch {
  readonly folder: string
  private runningPid: number | undefined

  constructor(root: string, folder: string, commit: string) {
    this.folder = folder
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    execFileSync('git', ['clone', '-q', '--shared', '--no-checkout', root, folder])
    this.git('checkout', '-q', '--detach', commit)
    execFileSync('cp', ['-al', join(root, 'node_modules'), folder])
    // Copied whole, since a build writes into its files.
    if (existsSync(join(root, 'dist'))) execFileSync('cp', ['-a', join(root, 'dist'), folder])
  }

  private git(...words: readonly string[]) {
    return execFileSync('git', ['-C', this.folder, ...words], { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
  }

  files(): Files {
    const paths = this.git('ls-files', '-z', '--', '*.ts', '*.tsx').split('\0').filter(Boolean)
    return new Map(paths.map((path) => [path, readFileSync(join(this.folder, path), 'utf8')]))
  }

  write(path: string, text: string) {
    writeFileSync(join(this.folder, path), text)
  }

  /** Runs test files, up to the first that fails, and ends them with all that they started after `limitMs`. */
  async run(tests: readonly string[], limitMs: number): Promise<TestRun> {
    if (limitMs <= 0) return { status: 'timeout' }
    const report = join(this.folder, 'node_modules', '.faults-report.json')
    rmSync(report, { force: true })
    const reporters = ['--reporter=json', `--outputFile.json=${report}`]
    const child = spawn('vitest', ['run', '--bail=1', '--maxWorkers=1', ...reporters, ...tests], {
      cwd: this.folder,
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, PATH: `${join(this.folder, 'node_modules/.bin')}:${process.env.PATH}` },
    })
    this.runningPid = child.pid
    const ended = once(child, 'exit') as Promise<[number | null]>
    const first = await Promise.race([ended, setTimeout(limitMs, undefined, { ref: false })])
    if (first === undefined) await this.stop(child.pid!, ended)
    this.runningPid = undefined
    if (first === undefined) return { status: 'timeout' }
    if (first[0] === 0) return { status: 'passed' }
    const failed = failedIn(report)
    return failed === undefined ? { status: 'failed' } : { status: 'failed', failed: relative(this.folder, failed) }
  }

  /** Ends the group of a run; what is left of it after ten seconds is killed. */
  private async stop(pid: number, ended: Promise<unknown>) {
    signalGroup(pid, 'SIGTERM')
    await Promise.race([ended, setTimeout(10_000, undefined, { ref: false })])
    signalGroup(pid, 'SIGKILL')
  }

  /** Ends what runs in the checkout, and removes it. */
  remove() {
    if (this.runningPid !== undefined) signalGroup(this.runningPid, 'SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const signalGroup = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // The group has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const failedIn = (report: string) => {
  if (!existsSync(report)) return undefined
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return testResults.find(({ status }) => status === 'failed')?.name
}
