import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../soak.ts'
import type { SandboxDriver } from '../../execution/sandbox/index.ts'
import type { Worktree } from '../../execution/repositories/index.ts'
import { importSample, openTestRepositories, Sample, type TestRepositories } from '../repositories/samples.ts'
import { isolatingDrivers, testLimits } from '../sandbox/conformance-scene.ts'

let world: TestRepositories
let base: string
let fix: string
beforeEach(async () => {
  world = await openTestRepositories()
  const sample = new Sample(join(world.folder, 'sample'))
  sample.write('sum.js', 'export const sum = (a, b) => a - b // v1\n').commit()
  base = sample.write('sum.js', 'export const sum = (a, b) => a - b\n').commit()
  sample.git('checkout', '--quiet', '-b', 'solution')
  fix = sample.write('sum.js', 'export const sum = (a, b) => a + b // the planted fix\n').commit()
  sample.git('tag', 'mended-release')
  sample.git('checkout', '--quiet', 'main')
  await importSample(world, 'one', sample)
})
afterEach(() => world.end())

const acquire = (commit = base) => world.repositories.worktrees.acquire('one', { commit })

const runIn = async (driver: SandboxDriver, { path, readonly, environment }: Worktree, script: string) => {
  const sandbox = await driver.open({
    id: 'task',
    worktree: { from: path, writable: true },
    readonly: readonly.map((one) => ({ from: one, to: one })),
    environment,
    limits: testLimits,
  })
  try {
    return (await sandbox.run({ argv: ['sh', '-c', `( ${script} ) 2>&1`] })).stdout
  } finally {
    await sandbox.close()
  }
}

describe.each(await isolatingDrivers())('an agent under $name $why', ({ driver }) => {
  test.skipIf(!driver)('cannot find a fix on another branch', async () => {
    const worktree = await acquire()
    const look = `git log --all --format=%H; git show ${fix}; git cat-file --batch-check --batch-all-objects; git reflog --all; git for-each-ref; git fsck --lost-found; git grep planted $(git rev-list --all) --; ls -laR ${worktree.readonly[0]!} ${worktree.gitDir}; for o in $(git cat-file --batch-all-objects --batch-check='%(objectname)'); do git cat-file -p $o; done`
    const seen = await runIn(driver!, worktree, look)
    expect(seen).toContain(base)
    expect(seen).not.toContain('the planted fix')
    expect(seen).toContain(`bad object ${fix}`)
    expect(seen).not.toContain('mended-release')
    expect(seen).toMatch(/cannot access .*one\.git/)
  })

  test.skipIf(!driver)('sees the history of its own base, and its changes', async () => {
    const worktree = await acquire()
    writeFileSync(join(worktree.path, 'sum.js'), 'export const sum = (a, b) => a + b\n')
    const seen = await runIn(
      driver!,
      worktree,
      'git log -p --format=%s; git blame HEAD -- sum.js; git diff; git status --short',
    )
    expect(seen).toContain('// v1')
    expect(seen).toContain('+export const sum = (a, b) => a + b')
    expect(seen).toContain(' M sum.js')
  })
})

describe('the history that worktrees are shown', () => {
  const packs = ({ readonly: [git] }: Worktree) =>
    readdirSync(join(git!, 'objects', 'pack')).filter((name) => name.endsWith('.pack'))

  test.runIf(isLong)('holds more after a later commit, and earlier content stays as it is', async () => {
    const first = await acquire()
    const later = await acquire(fix)
    expect([packs(first).length, packs(later).length]).toEqual([1, 2])
    expect(packs(later)).toContain(packs(first)[0])
    await world.repositories.worktrees.reset(later, { commit: base })
    expect(packs(later)).toEqual(packs(first))
  })

  test('is removed with its repository', async () => {
    await acquire()
    const place = join(world.folder, 'data', 'worktrees', 'history.one')
    expect(existsSync(place)).toBe(true)
    world.forgetStored('one')
    await world.repositories.sweep({ olderThanMs: 60_000 })
    await world.repositories.close()
    expect(existsSync(place)).toBe(false)
  })
})
