import { execFileSync } from 'node:child_process'
import { chmodSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { storedRefs } from '../../execution/repositories/refs.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../soak.ts'
import { parseBundleHeader } from '../../execution/repositories/bundles/bundle-header.ts'
import { commitWorktree } from '../../execution/repositories/worktrees/commit-worktree.ts'
import { openConfinedGit } from '../../execution/repositories/confined-git.ts'
import { git, GitMemoryError, HistoryTooLargeError, scanHistory } from '../../execution/repositories/index.ts'
import {
  importSample,
  openTestRepositories,
  runDirectly,
  Sample,
  type TestRepositories,
} from '../repositories/samples.ts'

let world: TestRepositories
let sample: Sample
beforeEach(async () => {
  world = await openTestRepositories()
  sample = new Sample(join(world.folder, 'sample'))
})
afterEach(() => world.end())

const inspect = (commitSha: string) =>
  world.repositories.inspectBundle({
    bundlePath: sample.bundle(join(world.folder, 'sample.bundle'), 'main'),
    commitSha,
    branch: 'main',
    run: runDirectly,
  })

const times = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => `${name}${String(at).padStart(4, '0')}`)

/** A tree whose folders hold each other: `wide` to the power of `levels` + 1 files, out of as many objects as levels. */
const bomb = (levels: number, wide = 10): string => {
  const blob = sample.object('blob', 'x\n')
  let tree = sample.tree(...times(wide, 'f').map((name) => ['100644', name, blob] as const))
  for (let level = 0; level < levels; level += 1)
    tree = sample.tree(...times(wide, 'd').map((name) => ['40000', name, tree] as const))
  return tree
}

/** A folder in a folder, so many times, and a file at the end. */
const shaft = (depth: number): string => {
  let tree = sample.tree(['100644', 'file', sample.object('blob', 'x\n')])
  for (let level = 0; level < depth; level += 1) tree = sample.tree(['40000', 'a', tree])
  return tree
}

test('many requests start a limited number of processes, and a failed one releases its turn', async () => {
  const turn = pLimit(3)
  const most = { now: 0, seen: 0 }
  const ran = [] as number[]
  const work = (at: number) => async () => {
    most.now += 1
    most.seen = Math.max(most.seen, most.now)
    await new Promise(setImmediate)
    most.now -= 1
    ran.push(at)
    if (at % 7 === 0) throw new Error('broken')
  }
  const ends = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => turn(work(at))))
  expect([most, ran.length]).toEqual([{ now: 0, seen: 3 }, 50])
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(8)
  await turn(work(1))
})

describe('a hostile tree of a few kilobytes', () => {
  test('whose folders contain each other is refused without a full count', async () => {
    const inspected = await inspect(sample.commitTree(bomb(11)))
    expect(inspected).toMatchObject({ ok: false, rejected: [{ rule: 'too_large' }] })
  })

  test.runIf(isLong)('with nested folders under many names uses little memory', async () => {
    const deep = shaft(1_900)
    const commit = sample.commitTree(sample.tree(...times(1_000, 'd').map((name) => ['40000', name, deep] as const)))
    const before = process.memoryUsage().rss
    const inspected = await inspect(commit)
    expect(inspected.ok || inspected.rejected[0]).toMatchObject({ rule: 'forbidden_path' })
    expect(process.memoryUsage().rss - before).toBeLessThan(500 * 2 ** 20)
  })

  test('with more bytes of paths than a manifest allows is refused', async () => {
    const long = 'n'.repeat(250)
    let tree = sample.tree(...times(10, 'f').map((name) => ['100644', name, sample.object('blob', 'x\n')] as const))
    for (let level = 0; level < 10; level += 1) tree = sample.tree(['40000', long, tree])
    const wide = sample.tree(...times(2_000, 'd').map((name) => ['40000', name, tree] as const))
    const inspected = await inspect(sample.commitTree(wide))
    expect(inspected).toMatchObject({ ok: false, rejected: [{ rule: 'too_large' }] })
  })

  test('in the history ends git at its memory limit, with a message', async () => {
    const first = sample.commitTree(bomb(5))
    const commit = sample.commitTree(sample.tree(['100644', 'file', sample.object('blob', 'x\n')]), first)
    const scan = scanHistory(join(sample.path, '.git'), commit, { memoryMaxBytes: 64 * 2 ** 20 })
    await expect(scan).rejects.toBeInstanceOf(HistoryTooLargeError)
  })
})

test('a bundle that names a branch twice is refused, because two readers would see two branches', () => {
  const pack = Buffer.from('PACK\0\0\0\x02\0\0\0\x05rest', 'latin1')
  const refs = ['a', 'b'].map((digit) => `${digit.repeat(40)} refs/heads/main\n`).join('')
  expect(parseBundleHeader(Buffer.concat([Buffer.from(`# v2 git bundle\n${refs}\n`), pack]))).toMatchObject({
    rule: 'corrupt',
  })
})

test('every git of the server has a limit of memory', async () => {
  const { stdout } = await git(['-c', 'alias.limits=!cat /proc/self/limits', 'limits'])
  expect(stdout.toString()).toMatch(/^Max data size +\d+ /m)
})

test('a tag named like a branch is not treated as one', async () => {
  const commit = sample.write('file', 'x\n').commit()
  sample.git('tag', '--annotate', '--message', 'x', 'refs/heads/release', commit)
  sample.git('branch', 'refs/heads/other')
  await importSample(world, 'one', sample)
  const stored = await storedRefs(world.gitDirOf('one'))
  expect(new Map(stored.map(({ name, sha: at }) => [name, at === commit]))).toEqual(
    new Map([
      ['refs/heads/main', true],
      ['refs/heads/refs/heads/other', true],
      ['refs/tags/refs/heads/release', false],
    ]),
  )
})

describe('a file that a sandbox leaves in its worktree', () => {
  const worktree = async () => {
    const commit = sample.write('file', 'x\n').commit()
    await importSample(world, 'one', sample)
    return { commit, worktree: await world.repositories.worktrees.acquire('one', { commit }) }
  }
  const request = (commit: string) => ({ parents: [commit], message: 'Change', at: new Date(0), key: 'key' })

  test('cannot be a sparse file that the server would read for hours', async () => {
    const { commit, worktree: tree } = await worktree()
    for (const name of times(30, 'hole')) {
      writeFileSync(join(tree.path, name), '')
      truncateSync(join(tree.path, name), 100 * 2 ** 20)
    }
    await expect(commitWorktree(world.confined, tree, request(commit))).rejects.toThrow('a commit may hold')
  })

  test('cannot be a .gitignore that takes the memory of the server', async () => {
    const { commit, worktree: tree } = await worktree()
    writeFileSync(join(tree.path, '.gitignore'), times(400_000, 'name').join('\n'))
    const confined = openConfinedGit(world.sandboxes, { memoryMaxBytes: 32 * 2 ** 20 })
    await expect(commitWorktree(confined, tree, request(commit))).rejects.toBeInstanceOf(GitMemoryError)
  })

  test('cannot be a file of line breaks that git would compare line by line', async () => {
    const { commit, worktree: tree } = await worktree()
    writeFileSync(join(tree.path, 'file'), '\n'.repeat(5 * 2 ** 20))
    const committed = await commitWorktree(world.confined, tree, request(commit))
    expect(committed).toMatchObject({ changed: [{ path: 'file', binary: true }] })
  })

  test('cannot hide the worktree by its top folder', async () => {
    const { commit, worktree: tree } = await worktree()
    writeFileSync(join(tree.path, 'new'), 'x')
    chmodSync(tree.path, 0)
    expect(await commitWorktree(world.confined, tree, request(commit))).toMatchObject({ changed: [{ path: 'new' }] })
  })

  test.each(['.gitignore', '.gitattributes', 'folder/.gitignore', 'folder/.gitattributes'])(
    'cannot be a pipe in place of %s that blocks the server',
    async (name) => {
      const { commit, worktree: tree } = await worktree()
      execFileSync('sh', ['-c', `mkdir folder; echo x > folder/new; mkfifo "${name}"`], { cwd: tree.path })
      const committed = await commitWorktree(world.confined, tree, request(commit))
      expect(committed).toMatchObject({ changed: [{ path: 'folder/new' }] })
      execFileSync('mkfifo', [join(tree.path, name)])
      await world.repositories.worktrees.release(tree)
      await world.repositories.close()
    },
  )
})
