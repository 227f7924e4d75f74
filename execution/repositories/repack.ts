import { lstat, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { undefinedIfAbsent } from '../../platform/storage/index.ts'
import { ageMs } from './age.ts'
import { git } from './git.ts'
import { assertSha, listRefs } from './refs.ts'
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
 * Packs what a repository holds, and deletes what for long enough neither a branch, nor a tag, nor one of the commits
 * `alsoKept` has reached: commits of runs that were stopped, and of steps that were done again. A commit that is named
 * while this runs was written a moment ago, and stays. Git adds the new packs before it takes anything away, so that it may
 * die anywhere and run beside anything that reads or writes. False where there was nothing worth doing.
 */
export const repack = async (
  gitDir: string,
  alsoKept: () => Promise<readonly string[]>,
  some: Partial<RepackLimits> = {},
  signal?: AbortSignal,
): Promise<boolean> => {
  const limits = { ...repackLimits, ...some }
  if (!(await isWorthIt(gitDir, limits))) return false
  if (await isUnderWay(gitDir)) return false
  const call = { gitDir, timeoutMs: repackingMs, signal }
  for (const pack of await packsWithoutIndex(gitDir)) await git([...carefully, 'index-pack', pack], call)
  await nameKept(gitDir, await alsoKept())
  const since = limits.unreachableSeconds === 0 ? 'now' : `${limits.unreachableSeconds}.seconds.ago`
  await git([...carefully, 'repack', '-d', '-l', '--quiet', '--cruft', `--cruft-expiration=${since}`], call)
  // Also what a git that was killed had begun.
  await git(['prune', `--expire=${since}`], call)
  return true
}

const kept = 'refs/atelier/kept/'

/** Git keeps what refs reach: each of these commits gets a ref of its own, and all others of ours go. */
const nameKept = async (gitDir: string, commits: readonly string[]) => {
  const wanted = new Set((await storedOf(gitDir, commits)).map((sha) => `${kept}${sha}`))
  const found = new Map((await listRefs(gitDir, 'refs/atelier/')).map(({ name, sha }) => [name, sha]))
  const added = [...wanted].filter((name) => !found.has(name))
  const others = [...found].filter(([name]) => !wanted.has(name))
  const lines = [
    ...added.map((name) => `create ${name} ${name.slice(kept.length)}\n`),
    ...others.map(([name, sha]) => `delete ${name} ${sha}\n`),
  ]
  if (lines.length > 0) await git(['update-ref', '--no-deref', '--stdin'], { gitDir, input: lines.join('') })
}

/** Those of the commits that the repository has. */
const storedOf = async (gitDir: string, commits: readonly string[]) => {
  if (commits.length === 0) return []
  commits.forEach(assertSha)
  const argv = ['cat-file', '--batch-check=%(objectname) %(objecttype)']
  const { stdout } = await git(argv, { gitDir, input: commits.map((sha) => `${sha}\n`).join('') })
  const lines = stdout.toString().split('\n')
  return lines.filter((line) => line.endsWith(' commit')).map((line) => line.slice(0, 40))
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
