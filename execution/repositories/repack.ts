import { lstat, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { undefinedIfAbsent } from '../../platform/storage/index.ts'
import { ageMs } from './age.ts'
import { git } from './git.ts'
import { assertSha, isSha } from './refs.ts'
import { retention } from '../../platform/retention/index.ts'

export interface RepackLimits {
  /** A repository with fewer loose objects and no more packs is left as it is. */
  readonly looseMost: number
  readonly packsMost: number
  /** How long an object stays that no branch, tag or run reaches any more, since it was written last. */
  readonly unreachableSeconds: number
}

const daySeconds = 86_400
const repackLimits: RepackLimits = {
  looseMost: 256,
  packsMost: 10,
  unreachableSeconds: retention.unreachedCommits.days * daySeconds,
}

const repackingMs = 60 * 60_000
// Deltas of large repositories are looked for in little memory; and no pack goes before the new one is on the disk.
const carefully = [
  ...['pack.threads=1', 'pack.windowMemory=128m', 'pack.deltaCacheSize=64m', 'core.fsync=all'].flatMap((setting) => [
    '-c',
    setting,
  ]),
]

/**
 * Packs what a repository holds, and deletes what none of the objects `kept` has reached for long enough: commits of runs
 * that were stopped, and of steps that were done again. A commit that a row names while this runs was written a moment ago,
 * and stays. Git adds the new packs before it takes anything away, so that it may die anywhere and run beside anything that
 * reads or writes. False where there was nothing worth doing; throws where the repository has none of these objects.
 */
export const repack = async (
  gitDir: string,
  kept: () => Promise<readonly string[]>,
  some: Partial<RepackLimits> = {},
  signal?: AbortSignal,
): Promise<boolean> => {
  const limits = { ...repackLimits, ...some }
  if (!(await isWorthIt(gitDir, limits))) return false
  if (await isUnderWay(gitDir)) return false
  const call = { gitDir, timeoutMs: repackingMs, signal }
  for (const pack of await packsWithoutIndex(gitDir)) await git([...carefully, 'index-pack', pack], call)
  await nameKept(gitDir, await kept())
  const since = limits.unreachableSeconds === 0 ? 'now' : `${limits.unreachableSeconds}.seconds.ago`
  await git([...carefully, 'repack', '-d', '-l', '--quiet', '--cruft', `--cruft-expiration=${since}`], call)
  // Also what a git that was killed had begun.
  await git(['prune', `--expire=${since}`], call)
  return true
}

/**
 * Git keeps what refs reach. Nothing else reads refs, and no git writes any: these objects get refs of their own, in one
 * file, and all others go.
 */
const nameKept = async (gitDir: string, objects: readonly string[]) => {
  const stored = await storedOf(gitDir, objects)
  if (stored.length === 0) throw new Error('The repository has none of the objects that its rows name')
  const temporary = join(gitDir, 'packed-refs.new')
  await writeFile(temporary, stored.map((sha) => `${sha} refs/atelier/kept/${sha}\n`).join(''))
  await rename(temporary, join(gitDir, 'packed-refs'))
  // Those of earlier versions. Git takes a folder without `refs` for no repository.
  for (const name of await readdir(join(gitDir, 'refs')))
    await rm(join(gitDir, 'refs', name), { recursive: true, force: true })
}

/** Those of the objects that the repository has, in their order. */
const storedOf = async (gitDir: string, objects: readonly string[]) => {
  objects.forEach(assertSha)
  const input = objects.toSorted().map((sha) => `${sha}\n`)
  const { stdout } = await git(['cat-file', '--batch-check=%(objectname)'], { gitDir, input: input.join('') })
  return stdout.toString().split('\n').filter(isSha)
}

const isWorthIt = async (gitDir: string, { looseMost, packsMost, unreachableSeconds }: RepackLimits) => {
  const counted = (await git(['count-objects', '-v'], { gitDir })).stdout.toString()
  const count = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(counted)?.[1] ?? 0)
  if (count('count') >= looseMost || count('packs') > packsMost) return true
  return (await unreachableForMs(gitDir)) >= unreachableSeconds * 1000
}

/**
 * Whether another repack may be writing here. What a killed one left goes: git takes its packs for whole ones, then does
 * not find them. All that is in them is in the packs they were made of, since these go last.
 */
const isUnderWay = async (gitDir: string): Promise<boolean> => {
  const folder = join(gitDir, 'objects', 'pack')
  const unfinished = (await readdir(folder)).filter((name) => /^\.tmp-\d+-pack-/.test(name))
  const found = await Promise.all(
    unfinished.map(async (name) => ({ path: join(folder, name), age: await ageOf(join(folder, name)) })),
  )
  // Those of one repack belong together, and the first of them may be old while the last is being written.
  if (found.some(({ age }) => age < 2 * repackingMs)) return true
  await Promise.all(found.map(({ path }) => rm(path, { force: true })))
  return false
}

/**
 * What git was killed beside: it moves a pack's index into place last, and takes it away before the pack. It then finds
 * the pack by its name and not what is in it, and every later repack fails. Such a pack is whole, so it gets an index.
 */
const packsWithoutIndex = async (gitDir: string): Promise<string[]> => {
  const folder = join(gitDir, 'objects', 'pack')
  const names = await readdir(folder)
  const isWithout = (pack: string) => !names.includes(`${basename(pack, '.pack')}.idx`)
  return names.filter((name) => /^pack-.*\.pack$/.test(name) && isWithout(name)).map((name) => join(folder, name))
}

const ageOf = async (path: string): Promise<number> => {
  const status = await lstat(path).catch(undefinedIfAbsent)
  return status ? ageMs(status.mtimeMs) : Infinity
}

/** How long ago what nothing reaches was packed apart; below zero where nothing was. Source: gitformat-pack(5), cruft. */
const unreachableForMs = async (gitDir: string): Promise<number> => {
  const folder = join(gitDir, 'objects', 'pack')
  const ages = (await readdir(folder))
    .filter((name) => name.endsWith('.mtimes'))
    .map((name) => ageOf(join(folder, name)))
  return Math.max(-1, ...(await Promise.all(ages)).filter(Number.isFinite))
}
