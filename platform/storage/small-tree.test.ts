import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeSmallTree } from './small-tree.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'small-tree-'))
})
afterAll(() => void execFileSync('rm', ['-rf', root]))

test('a small folder is removed with its links, pipes and odd names, and what links lead to stays', async () => {
  const outside = join(root, 'outside')
  const folder = join(root, 'folder')
  await mkdir(outside)
  await writeFile(join(outside, 'kept'), 'kept')
  await mkdir(join(folder, 'a', 'b'), { recursive: true })
  await writeFile(join(folder, 'a', 'b', 'file'), 'x', { mode: 0o000 })
  await writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0x0a, 0x22])]), 'x')
  await symlink(outside, join(folder, 'link'))
  await symlink(join(outside, 'kept'), join(folder, 'a', 'link'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  expect(await removeSmallTree(folder)).toBe(true)
  expect([existsSync(folder), await readFile(join(outside, 'kept'), 'utf8')]).toEqual([false, 'kept'])
})

test('a path that is longer than one call takes is removed', async () => {
  const deep = join(root, 'deep')
  await mkdir(deep)
  const name = 'd'.repeat(200)
  execFileSync('perl', ['-e', 'for (1..25) { mkdir $ARGV[0] or die; chdir $ARGV[0] or die }', name], { cwd: deep })
  expect(await removeSmallTree(deep)).toBe(true)
  expect(existsSync(deep)).toBe(false)
})

test('many entries are left to another way, and so is a file that is not a folder', async () => {
  const many = join(root, 'many')
  await mkdir(many)
  await Promise.all(Array.from({ length: 257 }, (_none, at) => writeFile(join(many, String(at)), '')))
  expect([await removeSmallTree(many), (await readdir(many)).length]).toEqual([false, 257])
  await symlink(many, join(root, 'leads to many'))
  expect(await removeSmallTree(join(root, 'leads to many'))).toBe(false)
  expect(await removeSmallTree(join(root, 'none'))).toBe(false)
  expect((await readdir(many)).length).toBe(257)
})
