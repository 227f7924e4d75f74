import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessAbsent } from '../../platform/storage/index.ts'
import { ageMs } from './age.ts'
import { git } from './git.ts'
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
 * Packs what a repository holds, and deletes what nothing has reached for long enough: commits of runs that were stopped,
 * and of steps that were done again. Git adds the new packs before it takes anything away, so that it may die anywhere
 * and run beside anything that reads or writes. False where there was nothing worth doing.
 */
export const repack = async (
  gitDir: string,
  some: Partial<RepackLimits> = {},
  signal?: AbortSignal,
): Promise<boolean> => {
  const limits = { ...repackLimits, ...some }
  if (!(await isWorthIt(gitDir, limits))) return false
  const call = { gitDir, timeoutMs: repackingMs, signal }
  const since = limits.unreachableSeconds === 0 ? 'now' : `${limits.unreachableSeconds}.seconds.ago`
  await git([...carefully, 'repack', '-d', '-l', '--quiet', '--cruft', `--cruft-expiration=${since}`], call)
  // Also what a git that was killed had begun.
  await git(['prune', `--expire=${since}`], call)
  return true
}

const isWorthIt = async (gitDir: string, { looseMost, packsMost, unreachableSeconds }: RepackLimits) => {
  const counted = (await git(['count-objects', '-v'], { gitDir })).stdout.toString()
  const count = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(counted)?.[1] ?? 0)
  if (count('count') >= looseMost || count('packs') > packsMost) return true
  return (await unreachableForMs(gitDir)) >= unreachableSeconds * 1000
}

/** How long ago what nothing reaches was packed apart; below zero where nothing was. Source: gitformat-pack(5), cruft. */
const unreachableForMs = async (gitDir: string): Promise<number> => {
  const folder = join(gitDir, 'objects', 'pack')
  const ages = (await readdir(folder))
    .filter((name) => name.endsWith('.mtimes'))
    .map(async (name) => {
      const status = await lstat(join(folder, name)).catch(unlessAbsent)
      return status ? ageMs(status.mtimeMs) : -1
    })
  return Math.max(-1, ...(await Promise.all(ages)))
}
