import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { importSample, openTestRepositories, Sample } from '../../../testing/repositories/samples.ts'
import type { Worktree } from '../repositories.ts'

const world = await openTestRepositories()
afterAll(() => world.end())
const { repositories } = world
const { reads, worktrees } = repositories

const sample = new Sample(join(world.folder, 'sample'))
sample.write('.gitignore', '.env\nignored/\n').write('.env', 'KEY=1\n').write('kept', '1\n').write('changed', '1\n')
sample.write('gone', '1\n').write('folder/file', '1\n').write('turned', '1\n')
const base = sample.commit()
await importSample(world, 'one', sample)
const wallMs = 60_000

const fresh = async () => {
  const worktree = await worktrees.acquire('one', { commit: base })
  const at = (name: string) => join(worktree.path, name)
  return { worktree, at, put: (name: string, content: string | Buffer) => writeFileSync(at(name), content) }
}
const changes = async (worktree: Worktree) => reads.changesIn(worktree, { base, maxFiles: 100, wallMs })
const options = (path: string, maxBytes = 1_000) => ({ base, path: { path }, maxBytes, wallMs })

test('files of an agent at work are read as they are, and nothing of them changes', async () => {
  const { worktree, at, put } = await fresh()
  put('changed', '1\n2\n')
  put('.env', 'KEY=2\n')
  put('new file\n', 'one\ntwo\n')
  put('bytes', Buffer.from('a\0b'))
  mkdirSync(at('ignored'))
  put('ignored/x', '1\n')
  rmSync(at('gone'))
  rmSync(at('turned'))
  symlinkSync('/etc/passwd', at('turned'))
  rmSync(at('folder'), { recursive: true })
  symlinkSync('/etc', at('folder'))
  const index = join(worktree.readonly[0]!, 'index')
  const before = [readFileSync(index), lstatSync(index).mtimeMs, readdirSync(worktree.path)]
  const uncounted = { additions: undefined, deletions: undefined }
  expect(await changes(worktree)).toEqual({
    files: [
      { path: 'changed', kind: 'modified', additions: 1, deletions: 0 },
      { path: 'folder/file', kind: 'deleted', additions: 0, deletions: 1 },
      { path: 'gone', kind: 'deleted', additions: 0, deletions: 1 },
      { path: 'turned', kind: 'type_changed', additions: 1, deletions: 1 },
      { path: 'bytes', kind: 'untracked', ...uncounted },
      { path: 'folder', kind: 'untracked', ...uncounted },
      { path: 'new file\n', kind: 'untracked', ...uncounted },
    ],
    truncated: false,
  })
  const text = async (read: 'patchIn' | 'fileIn', path: string) => {
    const found = await reads[read](worktree, options(path))
    return typeof found === 'object' ? (found.content?.toString() ?? { binary: found.binary }) : found
  }
  expect(await text('patchIn', 'changed')).toMatch(/^diff --git a\/changed b\/changed\n[\s\S]*\n 1\n\+2\n$/)
  expect(await text('patchIn', 'new file\n')).toMatch(/new file mode 100644[\s\S]*\n\+one\n\+two\n$/)
  expect(await text('patchIn', 'gone')).toMatch(/deleted file mode 100644/)
  expect(await text('patchIn', 'turned')).toMatch(/new file mode 120000[\s\S]*\+\/etc\/passwd/)
  expect(await text('patchIn', 'bytes')).toEqual({ binary: true })
  for (const path of ['.env', 'ignored/x', 'kept', 'none', '../x', '.git', '.git/HEAD', '-n'])
    expect([path, await text('patchIn', path)]).toEqual([path, 'none'])
  expect(await text('fileIn', 'changed')).toBe('1\n2\n')
  expect(await text('fileIn', 'kept')).toBe('1\n')
  expect(await text('fileIn', 'new file\n')).toBe('one\ntwo\n')
  expect(await text('fileIn', 'bytes')).toBe('a\0b')
  for (const path of ['.env', 'ignored/x', 'gone', 'turned', 'folder', 'none'])
    expect([path, await text('fileIn', path)]).toEqual([path, 'none'])
  expect(await text('fileIn', 'folder/passwd')).toBe('none')
  expect(await text('patchIn', 'folder/passwd')).toBe('none')
  expect(await text('patchIn', 'folder/file')).toMatch(/deleted file mode 100644/)
  expect([readFileSync(index), lstatSync(index).mtimeMs, readdirSync(worktree.path)]).toEqual(before)
  await worktrees.release(worktree)
})

test('an agent that changes the rules shows nothing that its commit hid', async () => {
  const { worktree, put } = await fresh()
  put('.gitignore', '')
  put('.env', 'KEY=2\n')
  expect((await changes(worktree))!.files.map(({ path }) => path)).toEqual(['.gitignore'])
  expect(await reads.fileIn(worktree, options('.env'))).toBe('none')
  expect(await reads.patchIn(worktree, options('.env'))).toBe('none')
  await worktrees.release(worktree)
})

test('a file of any size, a pipe and a thousand names stay within the limits', async () => {
  const { worktree, at, put } = await fresh()
  put('huge', '')
  truncateSync(at('huge'), 50_000_000_000)
  put('changed', 'x'.repeat(2_000))
  execFileSync('mkfifo', [at('pipe')])
  for (let number = 0; number < 1_000; number += 1) put(`name-${number}`, '')
  const found = await changes(worktree)
  expect([found!.files.length, found!.truncated]).toEqual([100, true])
  const large = { content: undefined, binary: false }
  expect(await reads.fileIn(worktree, options('huge'))).toEqual(large)
  expect(await reads.patchIn(worktree, options('huge'))).toEqual(large)
  expect(await reads.patchIn(worktree, options('changed', 1_500))).toEqual(large)
  expect(await reads.patchIn(worktree, options('changed', 2_100))).toEqual(large)
  expect(await reads.fileIn(worktree, options('pipe'))).toBe('none')
  await worktrees.release(worktree)
})

test('a read that makes git wait ends in time, and a removed worktree returns nothing', async () => {
  const { worktree, at } = await fresh()
  mkdirSync(at('trap'))
  execFileSync('mkfifo', [at('trap/.gitignore')])
  expect(await reads.changesIn(worktree, { base, maxFiles: 100, wallMs: 300 })).toBeUndefined()
  await worktrees.discard(worktree.name)
  expect(await changes(worktree)).toBeUndefined()
  expect(await reads.fileIn(worktree, options('kept'))).toBeUndefined()
  expect(
    readdirSync(join(world.folder, 'data', 'cache', 'repositories')).filter((name) => name.includes('looking')),
  ).toEqual([])
})
