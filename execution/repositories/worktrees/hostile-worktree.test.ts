import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { commitWorktree, TooManyChangesError } from './commit-worktree.ts'
import type { CommitResult, Repositories, Worktree } from '../repositories.ts'
import {
  digDeep,
  type TestRepositories,
  importSample,
  openTestRepositories,
  plainGit,
  Sample,
} from '../../../testing/repositories/samples.ts'

let world: TestRepositories
let repositories: Repositories
let sample: Sample
let parent: string
let worktree: Worktree

beforeEach(async () => {
  world = await openTestRepositories()
  repositories = world.repositories
  sample = new Sample(join(world.folder, 'sample'))
  sample.write('file', 'content\n').write('src/a', 'a\n').write('src/b', 'b\n').write('.gitignore', 'ignored\n')
  parent = sample.commit()
  await importSample(world, 'one', sample)
  worktree = await repositories.worktrees.acquire('one', { commit: parent })
})
afterEach(() => world.end())

const request = () => ({
  parents: [parent],
  message: 'Change things',
  at: new Date('2026-03-04T05:06:07.890Z'),
  key: 'run-1 build-task',
})
const commit = (limits?: Parameters<typeof commitWorktree>[3]) =>
  commitWorktree(world.confined, worktree, request(), limits)
const at = (name: string) => join(worktree.path, name)
const put = (name: string, content: string | Buffer = 'new\n') => {
  mkdirSync(join(at(name), '..'), { recursive: true })
  writeFileSync(at(name), content)
}
const inRepository = (...argv: string[]) => plainGit(world.gitDirOf('one'), argv)
const shaOf = (committed: CommitResult) => {
  if (committed.unchanged) throw new Error('Nothing was committed')
  return committed.sha
}
const namesIn = (committed: CommitResult) =>
  inRepository('ls-tree', '-r', '-z', '--name-only', shaOf(committed)).split('\0').slice(0, -1)
const leftOut = (committed: CommitResult) => committed.leftOut.map(({ path }) => path)

describe('entries that cannot be part of a commit', () => {
  test('is left out with a message: pipes, sockets, nested repositories, names of git', async () => {
    execFileSync('mkfifo', [at('pipe')])
    put('nested/inner.ts')
    plainGit(at('nested'), ['init', '--quiet'])
    plainGit(at('nested'), ['commit', '--quiet', '--allow-empty', '--message', 'x'])
    put('GIT~1', 'x')
    put('sub/.Git/config', 'x')
    put('fine')
    const committed = await commit()
    expect(namesIn(committed)).toEqual(['.gitignore', 'file', 'fine', 'src/a', 'src/b'])
    expect(leftOut(committed).sort()).toEqual(['GIT~1', 'nested/', 'sub/.Git/config'])
    for (const { reason } of committed.leftOut) expect(reason).toMatch(/^\S+ is .*\.$/)
  })

  test('does not block: a pipe in place of a file', async () => {
    unlinkSync(at('file'))
    execFileSync('mkfifo', [at('file')])
    const committed = await commit()
    expect(leftOut(committed)).toEqual(['file'])
    expect(committed).toMatchObject({ changed: [{ path: 'file', kind: 'deleted' }] })
  })

  test('includes files that are too large', async () => {
    writeFileSync(at('huge'), '')
    truncateSync(at('huge'), 2_000_000)
    put('fine')
    const committed = await commit({ maxFiles: 100, maxFileBytes: 1_000_000 })
    expect(leftOut(committed)).toEqual(['huge'])
    expect(committed.leftOut[0]?.reason).toContain('2000000 bytes')
    expect(namesIn(committed)).toContain('fine')
  })

  test('includes too many files', async () => {
    for (let index = 0; index < 11; index += 1) put(`generated/${index}`)
    await expect(commit({ maxFiles: 10, maxFileBytes: 100 })).rejects.toBeInstanceOf(TooManyChangesError)
  })

  test('includes the folders of package managers', async () => {
    put('node_modules/x/index.js')
    put('src/__pycache__/x.pyc')
    expect(await commit()).toEqual({ unchanged: true, leftOut: [] })
  })
})

describe('an agent that had the folder', () => {
  const outside = () => {
    const folder = join(world.folder, 'outside')
    mkdirSync(folder, { recursive: true })
    for (const name of ['a', 'b', 'secret']) writeFileSync(join(folder, name), 'secret\n')
    return folder
  }

  test('commits links as links, not their targets', async () => {
    symlinkSync(join(outside(), 'secret'), at('link'))
    symlinkSync('/etc', at('folder'))
    rmSync(at('src'), { recursive: true })
    symlinkSync(outside(), at('src'))
    const sha = shaOf(await commit())
    expect(inRepository('ls-tree', '-r', '--name-only', sha).split('\n')).toEqual([
      '.gitignore',
      'file',
      'folder',
      'link',
      'src',
    ])
    expect(inRepository('ls-tree', sha, 'link', 'src', 'folder').match(/^120000/gm)).toHaveLength(3)
    expect(inRepository('cat-file', 'blob', `${sha}:src`)).toBe(outside())
  })

  test('runs no hooks, configuration, filters or nested repositories on the host', async () => {
    const canary = join(world.folder, 'ran')
    const script = at('script.sh')
    writeFileSync(script, `#!/bin/sh\ntouch ${canary}\ncat\n`, { mode: 0o755 })
    rmSync(at('.git'))
    execFileSync('git', ['init', '--quiet', worktree.path])
    for (const folder of ['.', 'sub']) {
      execFileSync('git', ['init', '--quiet', at(folder)])
      const config = [
        `[core]\n\tfsmonitor = ${script}\n\thooksPath = ${at('.')}\n`,
        `[filter "evil"]\n\tclean = ${script}\n`,
      ]
      appendFileSync(at(`${folder}/.git/config`), config.join(''))
    }
    for (const hook of ['post-index-change', 'pre-commit', 'reference-transaction']) {
      writeFileSync(at(hook), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 })
    }
    put('.gitattributes', '* filter=evil\n')
    put('sub/file')
    const committed = await commit()
    expect(leftOut(committed)).toEqual(['sub/'])
    await repositories.worktrees.reset(worktree, { commit: shaOf(committed) })
    await repositories.worktrees.release(worktree)
    expect(existsSync(canary)).toBe(false)
  })

  test('cannot hide files by their modes', async () => {
    put('locked/inner', 'inner\n')
    put('unreadable', 'x\n')
    chmodSync(at('unreadable'), 0)
    chmodSync(at('locked'), 0)
    chmodSync(at('src'), 0o444)
    const committed = await commit()
    expect(namesIn(committed)).toEqual(['.gitignore', 'file', 'locked/inner', 'src/a', 'src/b', 'unreadable'])
  })

  test.runIf(isLong)('cannot stop a commit by very long paths', async () => {
    digDeep(worktree.path)
    put('fine')
    expect(namesIn(await commit())).toEqual(['.gitignore', 'file', 'fine', 'src/a', 'src/b'])
  })

  test('may replace a file by a folder and a folder by a file', async () => {
    unlinkSync(at('file'))
    put('file/inner')
    rmSync(at('src'), { recursive: true })
    put('src')
    expect(namesIn(await commit())).toEqual(['.gitignore', 'file/inner', 'src'])
  })

  test('cannot replace the index or the .git pointer', async () => {
    rmSync(at('.git'))
    mkdirSync(at('.git'))
    put('.git/index', 'garbage')
    put('new')
    expect(namesIn(await commit())).toContain('new')
    expect(readFileSync(join(worktree.readonly[0]!, 'HEAD'), 'utf8')).not.toContain(parent)
  })
})

describe('a submodule', () => {
  beforeEach(async () => {
    const blob = sample.object('blob', 'x\n')
    const gitmodules = sample.object('blob', '[submodule "lib"]\n\tpath = lib\n\turl = https://example.com/lib\n')
    const tree = sample.tree(
      ['100644', '.gitmodules', gitmodules],
      ['100644', 'file', blob],
      ['160000', 'lib', 'c'.repeat(40)],
    )
    parent = sample.commitTree(tree)
    await importSample(world, 'modules', sample)
    worktree = await repositories.worktrees.acquire('modules', { commit: parent })
  })
  const entry = (sha: string) => plainGit(world.gitDirOf('modules'), ['ls-tree', sha, 'lib'])

  test('stays unchanged with any content of its folder', async () => {
    plainGit(at('lib'), ['init', '--quiet'])
    plainGit(at('lib'), ['commit', '--quiet', '--allow-empty', '--message', 'x'])
    put('file', 'changed\n')
    expect(entry(shaOf(await commit()))).toBe(`160000 commit ${'c'.repeat(40)}\tlib`)
  })

  test.runIf(isLong)('can be removed, and replaced by files', async () => {
    rmSync(at('lib'), { recursive: true })
    expect(entry(shaOf(await commit()))).toBe('')
  })
})
