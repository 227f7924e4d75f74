import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import type { Repositories, Worktree } from '../repositories.ts'
import {
  type TestRepositories,
  importSample,
  openTestRepositories,
  richSample,
  Sample,
} from '../../../testing/repositories/samples.ts'

let world: TestRepositories
let repositories: Repositories
let sample: Sample
let commit: string

beforeEach(async () => {
  world = await openTestRepositories()
  repositories = world.repositories
  sample = new Sample(join(world.folder, 'sample'))
  sample.write('file', 'content\n').write('src/deep/a', 'a\n').write('.gitignore', 'ignored\n')
  commit = sample.commit()
  await importSample(world, 'one', sample)
})
afterEach(() => world.end())

const inside = (worktree: Worktree, ...argv: string[]) =>
  execFileSync('git', argv, { cwd: worktree.path, env: { PATH: process.env.PATH, ...worktree.environment } }).toString()
const folder = () => join(world.folder, 'data', 'worktrees')

test('a worktree has the files of its commit, byte for byte, links and modes', async () => {
  const rich = richSample(join(world.folder, 'rich'))
  await importSample(world, 'rich', rich.sample)
  const { path } = await repositories.worktrees.acquire('rich', { commit: rich.commitSha })
  execFileSync('diff', ['--recursive', '--no-dereference', '--exclude=.git', rich.sample.path, path])
  expect(readFileSync(join(path, 'windows.txt'), 'utf8')).toBe('one\r\ntwo\r\n')
  expect(lstatSync(join(path, 'run.sh')).mode & 0o111).toBe(0o111)
  expect(lstatSync(join(path, 'link outside')).isSymbolicLink()).toBe(true)
})

test.runIf(isLong)('many files, which several processes of git write, match the commit', async () => {
  for (let at = 0; at < 150; at += 1) sample.write(`many/d${at % 7}/f${at}`, `${at}\n`)
  const many = sample.commit()
  await importSample(world, 'many', sample)
  const { path } = await repositories.worktrees.acquire('many', { commit: many })
  execFileSync('diff', ['--recursive', '--exclude=.git', sample.path, path])
  expect(readdirSync(join(path, 'many', 'd0'))).toHaveLength(22)
})

test.runIf(isLong)('git inside works on the read-only repository', async () => {
  const worktree = await repositories.worktrees.acquire('one', { commit })
  for (const path of worktree.readonly) expect(existsSync(path)).toBe(true)
  expect(inside(worktree, 'status', '--short')).toBe('')
  expect(inside(worktree, 'rev-parse', 'HEAD').trim()).toBe(commit)
  writeFileSync(join(worktree.path, 'file'), 'changed\n')
  expect(inside(worktree, 'diff', '--stat')).toContain('1 insertion(+), 1 deletion(-)')
  expect(readdirSync(worktree.path)).not.toContain('index')
})

test('a repeated step that names its worktree gets a fresh one', async () => {
  const first = await repositories.worktrees.acquire('one', { commit, name: 'task-1' })
  writeFileSync(join(first.path, 'half'), 'written by an attempt that died')
  await repositories.worktrees.acquire('one', { commit, name: 'task-1' })
  expect(await repositories.worktrees.list()).toEqual(['task-1'])
  expect(existsSync(join(first.path, 'half'))).toBe(false)
})

test('worktrees are found by name until they are released', async () => {
  const worktree = await repositories.worktrees.acquire('one', { commit })
  expect(await repositories.worktrees.find(worktree.name)).toEqual(worktree)
  expect(await repositories.worktrees.find('other')).toBeUndefined()
  expect(await repositories.worktrees.find('../one')).toBeUndefined()
  await repositories.worktrees.release(worktree)
  await repositories.worktrees.release(worktree)
  expect(await repositories.worktrees.list()).toEqual([])
  expect(await repositories.worktrees.find(worktree.name)).toBeUndefined()
})

test('a missing commit leaves no folder', async () => {
  await expect(repositories.worktrees.acquire('one', { commit: 'a'.repeat(40) })).rejects.toThrow('git pack-objects')
  expect(await repositories.worktrees.list()).toEqual([])
  await repositories.close()
  expect(readdirSync(folder())).toEqual([])
})

test('a worktree without a waiting caller is not laid out, and leaves no folder', async () => {
  const stopped = new AbortController()
  const acquired = repositories.worktrees.acquire('one', { commit, signal: stopped.signal })
  stopped.abort(new Error('stopped'))
  await expect(acquired).rejects.toThrow('stopped')
  await repositories.close()
  expect(readdirSync(folder()).filter((name) => !name.startsWith('history.'))).toEqual([])
})

describe('a reset', () => {
  test.runIf(isLong)('drops changes, keeps ignored files, and moves HEAD', async () => {
    const next = sample.write('file', 'next\n').write('new', 'new\n').commit()
    await importSample(world, 'two', sample)
    const worktree = await repositories.worktrees.acquire('two', { commit })
    for (const name of ['file', 'untracked', 'ignored']) writeFileSync(join(worktree.path, name), 'mine')
    await repositories.worktrees.reset(worktree, { commit: next })
    expect(readFileSync(join(worktree.path, 'file'), 'utf8')).toBe('next\n')
    expect(readdirSync(worktree.path).sort()).toEqual(['.git', '.gitignore', 'file', 'ignored', 'new', 'src'])
    expect(inside(worktree, 'rev-parse', 'HEAD').trim()).toBe(next)
    expect(inside(worktree, 'status', '--short')).toBe('')
  })

  test.runIf(isLong)('does not write through links that an agent put in place of files and folders', async () => {
    const outside = join(world.folder, 'outside')
    mkdirSync(join(outside, 'deep'), { recursive: true })
    writeFileSync(join(outside, 'deep', 'a'), 'outside')
    writeFileSync(join(outside, 'file'), 'outside')
    const worktree = await repositories.worktrees.acquire('one', { commit })
    rmSync(join(worktree.path, 'src'), { recursive: true })
    symlinkSync(outside, join(worktree.path, 'src'))
    rmSync(join(worktree.path, 'file'))
    symlinkSync(join(outside, 'file'), join(worktree.path, 'file'))
    rmSync(join(worktree.path, '.git'))
    symlinkSync(join(outside, 'pointer'), join(worktree.path, '.git'))
    execFileSync('git', ['init', '--quiet', join(worktree.path, 'nested')])
    await repositories.worktrees.reset(worktree, { commit })
    expect(readFileSync(join(worktree.path, 'src', 'deep', 'a'), 'utf8')).toBe('a\n')
    expect(readFileSync(join(worktree.path, 'file'), 'utf8')).toBe('content\n')
    expect(lstatSync(join(worktree.path, 'src')).isDirectory()).toBe(true)
    expect(lstatSync(join(worktree.path, '.git')).isFile()).toBe(true)
    expect(existsSync(join(worktree.path, 'nested'))).toBe(false)
    expect(readFileSync(join(outside, 'deep', 'a'), 'utf8')).toBe('outside')
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('outside')
    expect(readdirSync(outside).sort()).toEqual(['deep', 'file'])
  })
})
