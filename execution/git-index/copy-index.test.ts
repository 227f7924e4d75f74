import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { defaultHarnessLimits } from '../harness/index.ts'
import { makeOwnGit } from '../harness/native/own-git.ts'
import { openStateRepository } from '../harness/native/states/repository.ts'
import { patience } from '../../testing/runner/hang-timeout.ts'
import { copyIndex } from './copy-index.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'atelier-index-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const secondNow = () => Math.floor(Date.now() / 1000)
const git = (root: string, environment: Record<string, string>, ...argv: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...argv], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
  }).toString()

test('a copy is as old as the index, and never younger', async () => {
  const from = join(folder, 'from')
  const to = join(folder, 'to')
  writeFileSync(from, 'index')
  utimesSync(from, 1_600_000_000.9, 1_600_000_000.9)
  await copyIndex(from, to)
  expect(statSync(to).mtimeMs).toBe(1_600_000_000_000)
  await expect(copyIndex(join(folder, 'none'), to)).rejects.toThrow('ENOENT')
})

test.runIf(isLong)(
  'neither the agent’s own git nor its states miss a change of the second in which the files were laid out',
  async () => {
    const [root, own, state] = ['root', 'own', 'state'].map((name) => join(folder, name)) as [string, string, string]
    mkdirSync(root)
    git(root, {}, 'init', '--quiet')
    writeFileSync(join(root, 'file'), 'before\n')
    git(root, {}, 'add', 'file')
    git(root, {}, 'commit', '--quiet', '--message', 'First')
    const base = join(root, '.git')
    writeFileSync(join(base, 'HEAD'), git(root, {}, 'rev-parse', 'HEAD'))
    let madeAt: number
    do {
      madeAt = secondNow()
      writeFileSync(join(root, 'file'), 'before\n')
      git(root, {}, 'add', 'file')
      writeFileSync(join(root, 'file'), 'BEFORE\n')
    } while (secondNow() !== madeAt)
    await vi.waitUntil(() => secondNow() > madeAt, patience)
    await makeOwnGit({ base, own, states: state })
    expect(git(root, { GIT_DIR: own, GIT_WORK_TREE: root }, 'status', '--short')).toBe(' M file\n')
    const shop = {
      root,
      scratch: folder,
      limits: defaultHarnessLimits,
      signal: new AbortController().signal,
      plan: [],
      pictures: [],
    }
    const states = await openStateRepository(shop, state)
    expect(await states!.take()).not.toBe(states!.firstTree)
  },
)
