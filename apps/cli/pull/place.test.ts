import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { plainGit, Sample } from '../../../testing/repositories/samples.ts'
import { manifestOf } from '../../../execution/repositories/index.ts'
import { findRepository } from '../repository/find-repository.ts'
import { openView } from '../repository/view.ts'
import { clone, isFree, pullSurveyed } from './pull-path.ts'
import { quietSession } from '../../../testing/cli/quiet-session.ts'
import type { Client } from '../client/client.ts'
import { nothingProtected } from '../sync/push-protected.ts'
import { compareBranches } from '../sync/survey.ts'
import { unpack, type Head } from './receive.ts'

const all = await realpath(await mkdtemp(join(tmpdir(), 'cli-place-')))
afterAll(() => rm(all, { recursive: true, force: true }))

const { signal } = new AbortController()
let count = 0
let folder: string
let theirs: Sample
let mine: Sample

// `theirs` is what the server has; `mine` was the same before it went on.
beforeEach(async () => {
  folder = join(all, String((count += 1)))
  await mkdir(folder)
  theirs = new Sample(join(folder, 'theirs'))
  theirs.write('kept', '1').write('changed', '1').write('removed', '1').commit('Base')
  plainGit(folder, ['clone', '--quiet', theirs.path, join(folder, 'mine')])
  mine = new Sample(join(folder, 'mine'))
  theirs.git('rm', '--quiet', 'removed')
  theirs.write('changed', '2').write('new/file', '1').commit('Change')
})

const headOf = async (changes: Partial<Head> = {}): Promise<Head> => {
  const commitSha = theirs.git('rev-parse', 'main')
  const { manifest, manifestSha256 } = await manifestOf(join(theirs.path, '.git'), commitSha)
  const head = {
    projectId: 'p',
    revisionId: 'r',
    generation: 2,
    branch: 'main',
    source: 'merge' as const,
    createdAt: '',
  }
  return { ...head, commitSha, manifest, manifestSha256, ...changes }
}

const downloaded = async (changes: Partial<Head> = {}) => ({
  head: await headOf(changes),
  bundlePath: theirs.bundle(join(folder, `${(count += 1)}.bundle`)),
})

const pull = async (path = mine.path) => {
  const scratch = join(folder, `scratch-${(count += 1)}`)
  await mkdir(scratch)
  const found = (await findRepository(path))!
  const view = await openView(found, scratch, signal)
  const download = await downloaded()
  await unpack(download, view.gitDir, signal)
  const survey = await compareBranches({ found, view, head: download.head, synced: undefined }, signal)
  const { session } = quietSession(folder, () => Promise.resolve({ url: 'http://127.0.0.1:4310' } as Client))
  const { outcome, next } = await pullSurveyed(session, survey, nothingProtected, {})
  return next === undefined ? { outcome } : { outcome, next }
}

const state = (at = mine) => [at.git('rev-parse', 'main'), at.git('status', '--porcelain')]

test('a clean work tree is fast-forwarded with its files, and git reports no difference', async () => {
  expect(await pull()).toEqual({ outcome: 'fast_forwarded' })
  expect(state()).toEqual([theirs.git('rev-parse', 'main'), ''])
  expect([await readFile(join(mine.path, 'changed'), 'utf8'), existsSync(join(mine.path, 'removed'))]).toEqual([
    '2',
    false,
  ])
  expect(mine.git('fsck', '--full')).toBe('')
  expect(mine.git('reflog', '-1', 'main')).toContain('atelier pull')
  expect(await pull()).toEqual({ outcome: 'up_to_date' })
})

test('an uncommitted change stays, and the message explains how to continue', async () => {
  mine.write('kept', 'mine')
  const before = state()
  expect(await pull()).toMatchObject({
    outcome: 'fetched',
    next: expect.stringContaining('git merge --ff-only atelier/main') as string,
  })
  expect([state(), await readFile(join(mine.path, 'kept'), 'utf8')]).toEqual([before, 'mine'])
  expect(mine.git('rev-parse', 'refs/remotes/atelier/main')).toBe(theirs.git('rev-parse', 'main'))
})

test('a conflicting untracked file stays, and no other file changes', async () => {
  mine.write('new/file', 'mine')
  const before = state()
  expect(await pull()).toMatchObject({ outcome: 'fetched', next: expect.stringContaining('new/file') as string })
  expect([state(), await readFile(join(mine.path, 'new/file'), 'utf8')]).toEqual([before, 'mine'])
})

test('other untracked files do not prevent a pull', async () => {
  mine.write('notes', 'mine')
  expect(await pull()).toEqual({ outcome: 'fast_forwarded' })
  expect(state()).toEqual([theirs.git('rev-parse', 'main'), '?? notes'])
})

test('local commits are never dropped', async () => {
  mine.write('own', '1').commit('Own')
  const before = state()
  expect(await pull()).toMatchObject({
    outcome: 'fetched',
    next: expect.stringContaining('git merge atelier/main') as string,
  })
  expect(state()).toEqual(before)
  plainGit(mine.path, ['merge', '--quiet', '--no-edit', 'atelier/main'])
  expect(await pull()).toEqual({ outcome: 'up_to_date' })
})

test.runIf(isLong)('a branch that is not checked out is moved without a work tree', async () => {
  mine.git('switch', '--quiet', '--create', 'other')
  mine.write('kept', 'mine')
  expect(await pull()).toEqual({ outcome: 'fast_forwarded' })
  expect(state()).toEqual([theirs.git('rev-parse', 'main'), 'M kept'])
})

test.runIf(isLong)('a branch checked out in another work tree is not moved', async () => {
  mine.git('switch', '--quiet', '--create', 'other')
  mine.git('worktree', 'add', '--quiet', join(folder, 'linked'), 'main')
  const before = state()
  expect(await pull()).toMatchObject({
    outcome: 'fetched',
    next: expect.stringContaining('another work tree') as string,
  })
  expect(state()).toEqual(before)
  expect(await pull(join(folder, 'linked'))).toEqual({ outcome: 'fast_forwarded' })
  expect(plainGit(join(folder, 'linked'), ['status', '--porcelain'])).toBe('')
})

test.runIf(isLong)('an unfinished merge prevents a pull', async () => {
  mine.git('switch', '--quiet', '--create', 'side')
  mine.write('kept', 'side').commit()
  mine.git('switch', '--quiet', 'main')
  plainGit(mine.path, ['merge', '--quiet', '--no-commit', '--no-ff', 'side'])
  const before = state()
  expect(await pull()).toMatchObject({ outcome: 'fetched', next: expect.stringContaining('under way') as string })
  expect(state()).toEqual(before)
})

test.runIf(isLong).each([
  ['another manifest', { manifestSha256: '0'.repeat(64) }, 'another hash'],
  ['another commit', { commitSha: '1'.repeat(40) }, 'another commit on main'],
  ['another branch', { branch: 'side' }, 'another commit on side'],
])('a download that differs from the head is refused: %s', async (_, changes, words) => {
  const scratch = join(folder, 'scratch')
  await mkdir(scratch)
  const view = await openView((await findRepository(mine.path))!, scratch, signal)
  await expect(unpack(await downloaded(changes), view.gitDir, signal)).rejects.toMatchObject({
    code: 'revision_differs',
    message: expect.stringContaining(words) as string,
  })
})

const link = { url: 'http://127.0.0.1:4310', projectId: 'p', name: 'Shop' }

test.runIf(isLong)('a clone has the files, the branches and the tags, and knows its project', async () => {
  theirs.git('branch', 'side')
  theirs.git('tag', 'v1')
  const path = join(folder, 'deep', 'clone')
  expect(await isFree(path)).toBe(true)
  await clone(await downloaded(), path, link, signal)
  const made = new Sample(path)
  expect(state(made)).toEqual([theirs.git('rev-parse', 'main'), ''])
  expect(made.git('ls-tree', '-r', 'HEAD')).toBe(theirs.git('ls-tree', '-r', 'HEAD'))
  expect(made.git('for-each-ref', '--format=%(refname)').split('\n')).toEqual([
    'refs/heads/main',
    'refs/remotes/atelier/main',
    'refs/remotes/atelier/side',
    'refs/tags/v1',
  ])
  expect(made.git('fsck', '--full')).toBe('')
  expect(await readFile(join(path, '.git', 'config'), 'utf8')).not.toContain('worktree')
  expect(JSON.parse(await readFile(join(path, '.git', 'atelier.json'), 'utf8'))).toEqual(link)
})

test('a failed clone leaves no files', async () => {
  const path = join(folder, 'clone')
  await mkdir(path)
  await expect(clone(await downloaded({ manifestSha256: '0'.repeat(64) }), path, link, signal)).rejects.toMatchObject({
    code: 'revision_differs',
  })
  expect([await isFree(path), existsSync(`${path}.atelier-${process.pid}`)]).toEqual([true, false])
})
