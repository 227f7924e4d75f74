import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync, utimesSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  importSample,
  openTestRepositories,
  plainGit,
  Sample,
  type TestRepositories,
} from '../../testing/repositories/samples.ts'
import { isLong, lengthOf } from '../../testing/soak.ts'
import { repack, type RepackLimits } from './repack.ts'

let world: TestRepositories
let gitDir: string
let base: string

beforeEach(async () => {
  world = await openTestRepositories()
  const sample = new Sample(join(world.folder, 'sample')).write('large', randomBytes(300_000)).write('file', 'x\n')
  base = sample.commit()
  await importSample(world, 'one', sample)
  gitDir = world.gitDirOf('one')
})
afterEach(() => world.end())

const sizeOf = (path: string) => Number(execFileSync('du', ['-sb', path]).toString().split('\t')[0])
const isThere = (sha: string) => world.repositories.commitExists('one', sha)

/** A commit of a run: 100 kB that no delta makes smaller. No ref has it. */
const refuse = async (at: number, content = randomBytes(100_000)) => {
  const worktree = await world.repositories.worktrees.acquire('one', { commit: base })
  writeFileSync(join(worktree.path, 'generated'), content)
  const request = { parents: [base], message: 'Refused', at: new Date(at * 1000), key: `key-${at}` }
  const { sha } = await world.repositories.commitWorktree(worktree, request)
  return { sha: sha!, worktree, content }
}

const keeping =
  (...shas: string[]) =>
  async () => [base, ...shas]

/** As if every object had been written so long ago. */
const age = (seconds: number) => {
  const then = new Date(Date.now() - seconds * 1000)
  const objects = join(gitDir, 'objects')
  for (const name of readdirSync(objects, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(objects, name), then, then)
}

test.runIf(isLong)(
  'a repository returns near its size when no row names refused changes, and not before their time',
  async () => {
    const before = sizeOf(gitDir)
    const refused = []
    for (let at = 0; at < 5; at += 1) refused.push(await refuse(at))
    expect(sizeOf(gitDir)).toBeGreaterThan(before + 500_000)
    const [kept, ...others] = refused
    // An earlier version named the branches of runs in the repository itself.
    plainGit(gitDir, ['update-ref', 'refs/atelier/cycles/c/1/task-1', others[0]!.sha])
    age(7200)
    // Written once more, it counts from then; what is reached stays however old it is.
    expect(await refuse(4, refused[4]!.content)).toMatchObject({ sha: refused[4]!.sha })

    const hour = { looseMost: 1, unreachableSeconds: 3600 }
    expect(await repack(gitDir, keeping(kept!.sha, 'a'.repeat(40)), hour)).toBe(true)
    expect(await Promise.all(refused.map(({ sha }) => isThere(sha)))).toEqual([true, false, false, false, true])
    expect(plainGit(gitDir, ['count-objects'])).toMatch(/^0 objects/)
    expect(await repack(gitDir, keeping(kept!.sha), hour)).toBe(false)

    expect(await repack(gitDir, keeping(), { unreachableSeconds: 0 })).toBe(true)
    expect(sizeOf(gitDir)).toBeLessThan(before * 1.1)
    plainGit(gitDir, ['fsck', '--strict', '--full'])
    // A worktree has packs of its own.
    expect(plainGit(others[0]!.worktree.path, ['log', '--format=%H']).split('\n')).toEqual([others[0]!.sha, base])
    expect((await world.repositories.worktrees.acquire('one', { commit: base })).repositoryId).toBe('one')
  },
)

test('what a killed repack left goes, and harms nothing', async () => {
  const left = join(gitDir, 'objects', 'pack', 'tmp_pack_x')
  writeFileSync(left, 'half a pack')
  const { sha } = await refuse(1)
  age(7200)
  expect(await repack(gitDir, keeping(sha), { looseMost: 1, unreachableSeconds: 3600 })).toBe(true)
  expect([existsSync(left), await isThere(sha), await isThere(base)]).toEqual([false, true, true])
})

test.each(['ordinary', 'unreached'])('a pack that a kill left without its index is taken in: %s', async (kind) => {
  const limits = { looseMost: 1, packsMost: 0, unreachableSeconds: 1e6 }
  const { sha: kept } = await refuse(1)
  const unreached = plainGit(gitDir, ['hash-object', '-w', join(gitDir, 'config')])
  expect(await repack(gitDir, keeping(kept), limits)).toBe(true)
  const packs = join(gitDir, 'objects', 'pack')
  const names = readdirSync(packs)
  const isOfKind = (pack: string) => names.includes(pack.replace('.idx', '.mtimes')) === (kind === 'unreached')
  const index = names.find((name) => name.endsWith('.idx') && isOfKind(name))!
  rmSync(join(packs, index))
  age(3 * 3600)
  expect(await repack(gitDir, keeping(kept), limits)).toBe(true)
  for (const id of [base, kept, unreached]) plainGit(gitDir, ['cat-file', '-e', id])
  plainGit(gitDir, ['fsck', '--strict', '--full'])
})

test('a repack that is killed at a change of its folder harms nothing, and the next one finishes', async () => {
  const limits = { looseMost: 1, packsMost: 1, unreachableSeconds: 1e6 }
  const { sha: kept } = await refuse(1)
  let kills = 0
  let wasWhole = false
  for (let at = 0; !wasWhole; at += 1 + lengthOf({ daily: 2 * at, soak: at >> 1 })) {
    const unreached = plainGit(gitDir, ['hash-object', '-w', join(gitDir, 'HEAD'), join(gitDir, 'config')])
    wasWhole = await repackKilledAt(at, keeping(kept), limits)
    kills += wasWhole ? 0 : 1
    plainGit(gitDir, ['fsck', '--strict', '--full'])
    for (const sha of [base, kept, ...unreached.split('\n')]) plainGit(gitDir, ['cat-file', '-e', sha])
    // What is younger may be another one's that is at work.
    if (unfinished().length > 0) expect(await repack(gitDir, keeping(kept), limits)).toBe(false)
    age(3 * 3600)
  }
  expect(kills).toBeGreaterThan(lengthOf({ daily: 2, soak: 3 }))
  expect([await repack(gitDir, keeping(kept), { ...limits, packsMost: 0 }), unfinished()]).toEqual([true, []])
  expect(plainGit(gitDir, ['count-objects'])).toMatch(/^0 objects/)
})

const unfinished = () => readdirSync(join(gitDir, 'objects', 'pack')).filter((name) => name.startsWith('.tmp-'))

/** Repacks, and kills git at this change within the folder of objects, from 0; whether it came to its end before. */
const repackKilledAt = async (
  at: number,
  alsoKept: () => Promise<readonly string[]>,
  limits: Partial<RepackLimits>,
): Promise<boolean> => {
  const killing = new AbortController()
  const watching = watch(join(gitDir, 'objects'), { recursive: true, signal: killing.signal })
  let changes = 0
  watching.on('change', () => (changes += 1) > at && killing.abort())
  try {
    return await repack(gitDir, alsoKept, limits, killing.signal)
  } catch (error) {
    if (killing.signal.aborted) return false
    throw error
  } finally {
    watching.close()
  }
}
