import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packagesFolderOf } from '../../sandbox/index.ts'
import { isLong } from '../../../testing/soak.ts'
import type { ReusableLimits } from './reusable-worktrees.ts'
import { openRepositoryCache } from '../packs/repository-cache.ts'
import { openWorktrees } from './worktrees.ts'
import {
  importSample,
  openTestRepositories,
  Sample,
  type TestRepositories,
} from '../../../testing/repositories/samples.ts'

const fileBytes = 200_000
let world: TestRepositories
let commit: string

beforeEach(async () => {
  world = await openTestRepositories()
  const sample = new Sample(join(world.folder, 'sample')).write('large', randomBytes(fileBytes))
  commit = sample.commit()
  for (const id of ['one', 'two', 'three']) await importSample(world, id, sample)
})
afterEach(() => world.end())

const folder = () => join(world.folder, 'data', 'worktrees')
const open = (limits: Partial<ReusableLimits>) =>
  openWorktrees(folder(), openRepositoryCache(dirname(world.gitDirOf('one')), world.packs), world.confined, limits)
const keep = async ({ pool, settled }: ReturnType<typeof open>, id: string) => {
  await pool.release(await pool.acquire(id, { commit }))
  await settled()
}
const kept = () =>
  readdirSync(folder())
    .filter((name) => name.startsWith('spare.'))
    .map((name) => name.split('.')[1])
    .sort()

test('the packages beside a worktree are not kept with it', async () => {
  const { pool, settled } = open({})
  const worktree = await pool.acquire('one', { commit })
  mkdirSync(packagesFolderOf(worktree.path))
  await pool.release(worktree)
  await settled()
  const [spare = ''] = readdirSync(folder()).filter((name) => name.startsWith('spare.'))
  expect(readdirSync(join(folder(), spare)).sort()).toEqual(['files', 'git'])
})

test.runIf(isLong)(
  'kept worktrees of all repositories stay within their bytes, and the longest waiting is removed',
  async () => {
    const worktrees = open({ maxBytes: 2.5 * fileBytes })
    for (const id of ['one', 'two', 'three']) await keep(worktrees, id)
    expect(kept()).toEqual(['three', 'two'])
    await keep(worktrees, 'two')
    await keep(worktrees, 'one')
    expect(kept()).toEqual(['one', 'two'])
  },
)

test.runIf(isLong)(
  'a worktree that is larger than all kept ones may be together is not kept, and none goes for it',
  async () => {
    await keep(open({}), 'one')
    await keep(open({ maxBytes: fileBytes / 2 }), 'two')
    expect(kept()).toEqual(['one'])
  },
)

test.runIf(isLong)('no worktree is kept where kept ones would take more than their part of the free disk', async () => {
  await keep(open({ partOfFreeDisk: 0 }), 'one')
  expect(kept()).toEqual([])
})
