import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { afterTest } from '../../../testing/after-test.ts'
import { removeOwnFolder } from '../../sandbox/index.ts'
import { findKeptBuild, removeKeptBuild, removeUnfinishedBuilds, unfinishedBeside } from './kept-builds.ts'

const newParent = async () => {
  const parent = await mkdtemp(join(tmpdir(), 'kept-builds-'))
  afterTest(() => removeOwnFolder(parent))
  return parent
}

test('a start removes unfinished files of dead processes, and keeps builds and files of living processes', async () => {
  const parent = await newParent()
  const living = unfinishedBeside(join(parent, 'a'))
  const dead = living.replace(/\.(\d+)\.(\d+)-/, '.4194305.$2-')
  const restarted = living.replace(/\.(\d+)\.(\d+)-/, '.$1.1-')
  for (const folder of [living, dead, restarted, join(parent, 'whole')])
    await mkdir(join(folder, 'files'), { recursive: true })
  await removeUnfinishedBuilds(parent)
  expect((await readdir(parent)).sort()).toEqual([basename(living), 'whole'])
})

test('a folder without its description is no build', async () => {
  const folder = join(await newParent(), 'half')
  await mkdir(join(folder, 'files'), { recursive: true })
  await writeFile(join(folder, 'files/index.html'), '')
  expect(await findKeptBuild(folder)).toBeUndefined()
})

test('a build that no longer exists is removed without an error, and so are builds in a missing folder', async () => {
  const folder = join(await newParent(), 'missing')
  await removeKeptBuild(folder)
  await removeUnfinishedBuilds(folder)
  expect(await findKeptBuild(folder)).toBeUndefined()
})
