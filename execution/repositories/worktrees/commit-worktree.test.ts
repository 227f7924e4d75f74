import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { patience } from '../../../testing/runner/hang-timeout.ts'
import { commitWorktree } from './commit-worktree.ts'
import type { CommitResult, Repositories, Worktree } from '../repositories.ts'
import {
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
const secondNow = () => Math.floor(Date.now() / 1000)
const inRepository = (...argv: string[]) => plainGit(world.gitDirOf('one'), argv)
const shaOf = (committed: CommitResult) => {
  if (committed.unchanged) throw new Error('Nothing was committed')
  return committed.sha
}
const namesIn = (committed: CommitResult) =>
  inRepository('ls-tree', '-r', '-z', '--name-only', shaOf(committed)).split('\0').slice(0, -1)

describe('a commit', () => {
  test('holds a change of the same size that was made in the second in which the file was', async () => {
    put('file', 'CONTENT\n')
    const madeAt = secondNow()
    // Git compares seconds: a copy of the index that is newer than the change would hide it.
    await vi.waitUntil(() => secondNow() > madeAt, patience)
    const committed = await commit()
    expect(inRepository('show', `${shaOf(committed)}:file`)).toBe('CONTENT')
  })

  test('holds added, changed, removed and executable files, and no ignored ones', async () => {
    put('new/file.ts')
    put('ignored')
    put('file', 'changed\n')
    unlinkSync(at('src/a'))
    chmodSync(at('src/b'), 0o755)
    const committed = await commit()
    expect(committed.leftOut).toEqual([])
    expect(committed).toMatchObject({
      changed: [
        { path: 'file', kind: 'modified', additions: 1, deletions: 1, binary: false },
        { path: 'new/file.ts', kind: 'added', additions: 1, deletions: 0 },
        { path: 'src/a', kind: 'deleted', additions: 0, deletions: 1 },
        { path: 'src/b', kind: 'modified', modeBefore: '100644', modeAfter: '100755' },
      ],
    })
    expect(namesIn(committed)).toEqual(['.gitignore', 'file', 'new/file.ts', 'src/b'])
  })

  test('has a fixed author, the given date and the key of its step', async () => {
    put('new')
    const text = inRepository('cat-file', 'commit', shaOf(await commit()))
    expect(text).toContain('author Atelier <agent@atelier.invalid> 1772600767 +0000\n')
    expect(text).toContain('committer Atelier <agent@atelier.invalid> 1772600767 +0000\n')
    expect(text).toMatch(/\n\nChange things\n\nAtelier-Step: run-1 build-task$/)
  })

  test('is the same when it is made again', async () => {
    put('new')
    const first = shaOf(await commit())
    expect(shaOf(await commit())).toBe(first)
    const other = await repositories.worktrees.acquire('one', { commit: parent })
    writeFileSync(join(other.path, 'new'), 'new\n')
    expect(shaOf(await commitWorktree(world.confined, other, request()))).toBe(first)
  })

  test('is not made without a change', async () => {
    put('ignored')
    expect(await commit()).toEqual({ unchanged: true, leftOut: [] })
    put('file', 'changed\n')
    put('file', 'content\n')
    expect(await commit()).toEqual({ unchanged: true, leftOut: [] })
  })

  test('moves no ref, and git inside sees it as HEAD', async () => {
    put('new')
    const sha = shaOf(await commit())
    expect(world.refsOf('one')).toEqual([`refs/heads/main ${parent}`])
    const options = { cwd: worktree.path, env: { PATH: process.env.PATH, ...worktree.environment } }
    expect(execFileSync('git', ['rev-parse', 'HEAD'], options).toString().trim()).toBe(sha)
    expect(execFileSync('git', ['status', '--short'], options).toString()).toBe('')
  })

  test('holds a change that keeps size and time', async () => {
    execFileSync('touch', ['-d', '2020-01-01', at('file')])
    expect(await commit()).toMatchObject({ unchanged: true })
    writeFileSync(at('file'), 'CONTENT\n')
    execFileSync('touch', ['-d', '2020-01-01', at('file')])
    expect(await commit()).toMatchObject({ changed: [{ path: 'file' }] })
  })

  test('keeps bytes unchanged, despite .gitattributes', async () => {
    put('.gitattributes', '* text=auto eol=lf filter=evil working-tree-encoding=UTF-16\n*.id ident\n')
    put('windows.txt', 'one\r\ntwo\r\n')
    put('some.id', '$Id: kept $\n')
    const sha = shaOf(await commit())
    expect(inRepository('cat-file', 'blob', `${sha}:windows.txt`)).toBe('one\r\ntwo')
    expect(inRepository('cat-file', '-s', `${sha}:windows.txt`)).toBe('10')
    expect(inRepository('cat-file', 'blob', `${sha}:some.id`)).toBe('$Id: kept $')
  })

  test.runIf(isLong)('holds every file name that the file system allows', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(names, { minLength: 1, maxLength: 4, selector: String }), async (found) => {
        const tree = await repositories.worktrees.acquire('one', { commit: parent, name: 'names' })
        for (const name of found) writeFileSync(Buffer.concat([Buffer.from(`${tree.path}/x`), name]), 'x')
        const committed = await commitWorktree(world.confined, tree, request())
        const paths = committed.unchanged ? [] : committed.changed
        const bytes = paths.map(({ path, pathBase64 }) =>
          path === undefined ? Buffer.from(pathBase64, 'base64') : Buffer.from(path),
        )
        const expected = found.map((name) => Buffer.concat([Buffer.from('x'), name]))
        expect(bytes.map(String).sort()).toEqual(expected.map(String).sort())
        expect(committed.leftOut).toEqual([])
      }),
      { numRuns: 12 },
    ),
  )

  const names = fc
    .uint8Array({ minLength: 0, maxLength: 12, min: 1 })
    .filter((bytes) => !bytes.includes(0x2f))
    .map((bytes) => Buffer.from(bytes))
})
