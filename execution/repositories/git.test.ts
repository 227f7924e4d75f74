import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { git, GitError, nulTerminated, splitNul, streamGit } from './git.ts'
import { patience } from '../../testing/runner/hang-timeout.ts'
import { plainGit, Sample } from '../../testing/repositories/samples.ts'

let folder: string
let sample: Sample
let gitDir: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'git-'))
  sample = new Sample(join(folder, 'sample'))
  sample.write('file', 'content\n').commit()
  gitDir = join(sample.path, '.git')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const canary = () => join(folder, 'ran')

/** A program of every kind that git can be made to run, in the repository and in the host's configuration. */
const setTraps = () => {
  const script = join(folder, 'script')
  writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> ${canary()}\nexec cat\n`, { mode: 0o755 })
  for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'post-update', 'update']) {
    writeFileSync(join(gitDir, 'hooks', hook), `#!/bin/sh\necho ${hook} >> ${canary()}\n`, { mode: 0o755 })
  }
  const keys = ['core.fsmonitor', 'core.pager', 'core.editor', 'core.sshCommand', 'diff.external', 'gpg.program']
  const drivers = [
    'diff.evil.textconv',
    'diff.evil.command',
    'filter.evil.clean',
    'filter.evil.smudge',
    'merge.evil.driver',
  ]
  const own = [...keys.map((key) => [key, script] as const), ['core.hooksPath', join(gitDir, 'hooks')] as const]
  const hosts = [...own, ...drivers.map((key) => [key, script] as const), ['commit.gpgSign', 'true'] as const]
  const host = join(folder, '.gitconfig')
  for (const [key, value] of own) execFileSync('git', ['config', '--file', join(gitDir, 'config'), key, value])
  for (const [key, value] of hosts) execFileSync('git', ['config', '--file', host, key, value])
  sample.write('.gitattributes', '* filter=evil diff=evil merge=evil\n').write('file', 'changed\n')
  const environment = { HOME: folder, GIT_CONFIG_GLOBAL: host, GIT_CONFIG_SYSTEM: host, GIT_EXTERNAL_DIFF: script }
  const counted = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: script }
  for (const [name, value] of Object.entries({ ...environment, ...counted })) vi.stubEnv(name, value)
}

test('git runs no hook, filter or program that a repository or the host configures', async () => {
  setTraps()
  const call = { gitDir, workTree: sample.path, indexFile: join(folder, 'index') }
  const head = (await git(['rev-parse', 'HEAD'], call)).stdout.toString().trim()
  await git(['read-tree', head], call)
  await git(['update-index', '--refresh', '-q'], { ...call, exitCodes: [0, 1] })
  await git(['status', '--porcelain'], call)
  await git(['update-index', '--add', '-z', '--stdin'], { ...call, input: 'file\0.gitattributes\0' })
  const tree = (await git(['write-tree'], call)).stdout.toString().trim()
  await git(['diff-tree', '-p', '--no-ext-diff', '--no-textconv', head, tree], call)
  await git(['update-ref', 'refs/heads/other', head], call)
  await git(['read-tree', '--reset', '-u', head], call)
  await git(['log', '-p', '--no-ext-diff', '--no-textconv'], call)
  expect(existsSync(canary())).toBe(false)
  // Ordinary git falls for it, so that the traps are real.
  plainGit(sample.path, ['status'])
  expect(existsSync(canary())).toBe(true)
})

test("git does not see the caller's environment", async () => {
  vi.stubEnv('ATELIER_SECRET', 'do-not-leak')
  const { stdout } = await git(['-c', 'alias.environment=!env', 'environment'])
  expect(stdout.toString()).not.toContain('do-not-leak')
  expect(stdout.toString()).toContain('GIT_CONFIG_NOSYSTEM=1')
})

test('git does not look for a repository in parent folders', async () => {
  await expect(git(['rev-parse', 'HEAD'])).rejects.toThrow('not a git repository')
})

test("an unexpected exit code throws with git's message", async () => {
  const failing = git(['rev-parse', '--verify', 'nothing'], { gitDir })
  await expect(failing).rejects.toBeInstanceOf(GitError)
  await expect(failing).rejects.toMatchObject({
    exitCode: 128,
    stderr: expect.stringContaining('Needed a single revision'),
  })
  expect((await git(['rev-parse', '--verify', '-q', 'nothing'], { gitDir, exitCodes: [1] })).exitCode).toBe(1)
})

test('too much output ends git', async () => {
  const endless = git(['-c', 'alias.endless=!yes', 'endless'], { maxOutputBytes: 100_000 })
  await expect(endless).rejects.toThrow('printed more than 100000 bytes')
})

test('git past its time limit ends with its processes', async () => {
  const late = git(['-c', `alias.late=!echo $$ > ${folder}/pid; sleep 1000; true`, 'late'], { timeoutMs: 200 })
  await expect(late).rejects.toThrow('took longer than 200 ms')
  const pid = Number(execFileSync('cat', [join(folder, 'pid')]).toString())
  // A zombie may not be collected yet.
  await vi.waitFor(() => expect(stateOf(pid)).toMatch(/^(gone|Z)$/), patience)
})

const stateOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) /s, '')[0]
  } catch {
    return 'gone'
  }
}

test('a cancelled call throws the reason', async () => {
  const controller = new AbortController()
  const running = git(['-c', 'alias.late=!sleep 1000', 'late'], { signal: controller.signal })
  controller.abort(new Error('no longer needed'))
  await expect(running).rejects.toThrow('no longer needed')
  await expect(async () => git(['version'], { signal: controller.signal })).rejects.toThrow('no longer needed')
})

test('a stream that is not read to its end can be stopped', async () => {
  const running = streamGit(['-c', 'alias.endless=!yes', 'endless'])
  for await (const chunk of running.stdout) {
    expect(chunk).toBeDefined()
    break
  }
  running.stop()
  await expect(running.ended).rejects.toBeInstanceOf(GitError)
})

test('NUL-terminated parts arrive whole, for any chunk sizes', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ min: 1, max: 255 })),
      fc.integer({ min: 1, max: 7 }),
      async (parts, size) => {
        const bytes = Buffer.concat(parts.flatMap((part) => [Buffer.from(part), Buffer.of(0)]))
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        )
        const found: Buffer[] = []
        for await (const part of nulTerminated(Readable.from(chunks))) found.push(Buffer.from(part))
        expect(found).toEqual(parts.map((part) => Buffer.from(part)))
        expect(splitNul(bytes).map((part) => Buffer.from(part))).toEqual(found)
      },
    ),
  ))
