import { chmod, lstat, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RepositoryFolders, syncFolder, writeBare } from './bare.ts'
import { type BundleHeader, readBundleHeader } from './bundle-header.ts'
import { commitExists, isAncestor } from './commits.ts'
import type { BundleToInspect, InspectionResult, Quarantine, Rejection } from './repositories.ts'
import type { Ref } from './refs.ts'
import { hiddenPathIn, openRemovals } from './removals.ts'
import { branchHeadFaults, type BranchHeadLimits, branchHeadLimits } from './branch-head.ts'
import { type ExpansionLimits, expansionLimits, readAllMs, refsAside, unpackAndCheck } from './untrusted.ts'

/** What one bundle may hold. */
export interface BundleLimits extends BranchHeadLimits, ExpansionLimits {
  readonly maxObjects: number
  readonly maxRefs: number
}

const bundleLimits: BundleLimits = { ...branchHeadLimits, ...expansionLimits, maxObjects: 20_000_000, maxRefs: 20_000 }

/** The folder in which bundles are unpacked and checked before anything can see them. */
export const openQuarantines = (folder: string, folders: RepositoryFolders, limits: BundleLimits = bundleLimits) => {
  const removals = openRemovals(folder)
  return {
    inspect: async (bundle: BundleToInspect): Promise<InspectionResult> => {
      const header = await readBundleHeader(bundle.bundlePath)
      if ('rule' in header) return { ok: false, rejected: [header] }
      const faults = headerFaults(header, bundle, limits)
      if (faults.length > 0) return { ok: false, rejected: faults }
      const place = hiddenPathIn(folder)
      try {
        const inspected = await unpack(place, header, bundle, limits)
        if (!inspected.ok) await removals.throwAway(place)
        return inspected
      } catch (error) {
        await removals.throwAway(place)
        throw error
      }
    },
    admit: async ({ gitDir, name }: Quarantine, id: string) => {
      if (!(await folders.place(gitDir, id))) return 'taken' as const
      await removals.throwAway(join(folder, name))
      return 'admitted' as const
    },
    receive: async ({ gitDir, name }: Quarantine, id: string) => {
      await takePacks(gitDir, folders.pathOf(id))
      await removals.throwAway(join(folder, name))
    },
    descendsFrom: async ({ gitDir, commitSha }: Quarantine, sha: string) =>
      (await commitExists(gitDir, sha)) && isAncestor(gitDir, sha, commitSha),
    discard: ({ name }: Quarantine) => removals.throwAway(join(folder, name)),
    inScratch: async <T>(work: (scratch: string) => Promise<T>): Promise<T> => {
      const place = hiddenPathIn(folder)
      await mkdir(place)
      try {
        return await work(place)
      } finally {
        await removals.throwAway(place)
      }
    },
    sweep: removals.sweep,
    settled: removals.settled,
  }
}

const headerFaults = ({ refs, objects }: BundleHeader, bundle: BundleToInspect, limits: BundleLimits): Rejection[] => {
  const name = `refs/heads/${bundle.branch}`
  const branch = refs.find((ref) => ref.name === name)
  const faults: Rejection[] = []
  if (objects > limits.maxObjects || refs.length > limits.maxRefs) {
    const message = `The bundle has ${objects} objects and ${refs.length} branches and tags, and Atelier takes ${limits.maxObjects} and ${limits.maxRefs}.`
    faults.push({ path: 'bundle', rule: 'too_large', message })
  }
  if (!branch) {
    const message = `The bundle has no branch ${bundle.branch}. Make it with git bundle create --all.`
    faults.push({ path: 'defaultBranch', rule: 'missing_branch', message })
  } else if (branch.sha !== bundle.commitSha) {
    const message = `The branch ${bundle.branch} of the bundle is at ${branch.sha}, not at the declared ${bundle.commitSha}.`
    faults.push({ path: 'commitSha', rule: 'missing_commit', message })
  }
  return faults
}

const unpack = async (
  place: string,
  header: BundleHeader,
  { bundlePath, commitSha, branch, run, signal }: BundleToInspect,
  limits: BundleLimits,
): Promise<InspectionResult> => {
  const incoming = join(place, 'incoming.git')
  const gitDir = join(place, 'checked.git')
  await mkdir(place, { recursive: true })
  await Promise.all([writeBare(incoming, branch), writeBare(gitDir, branch)])
  await writeFile(join(gitDir, 'packed-refs'), packedRefs(header.refs))
  await writeFile(join(incoming, refsAside), packedRefs(header.refs))
  const { size: bundleBytes } = await stat(bundlePath)
  const { faults, expandedBytes } = await unpackAndCheck({
    run,
    bundlePath,
    bundleBytes,
    header,
    gitDir: incoming,
    limits,
    signal,
  })
  if (faults.length > 0) return { ok: false, rejected: faults }
  await takePacks(incoming, gitDir)
  const missing = (await commitExists(gitDir, commitSha)) ? [] : [missingCommit(commitSha)]
  const rejected =
    missing.length > 0
      ? missing
      : await inTime(readAllMs(expandedBytes), signal, (either) => branchHeadFaults(gitDir, commitSha, limits, either))
  if (rejected.length > 0) return { ok: false, rejected }
  const name = place.slice(place.lastIndexOf('/') + 1)
  return { ok: true, quarantine: { name, gitDir, commitSha, branch, expandedBytes } }
}

/** Reading the files of a few objects can cost any time where their deltas are laid out for it. */
const inTime = async (
  limitMs: number,
  signal: AbortSignal | undefined,
  work: (either: AbortSignal) => Promise<Rejection[]>,
) => {
  const late = AbortSignal.timeout(limitMs)
  try {
    return await work(signal ? AbortSignal.any([late, signal]) : late)
  } catch (error) {
    if (!late.aborted || signal?.aborted) throw error
    const message = `Reading the files of the commit took longer than ${Math.round(limitMs / 1_000)} seconds.`
    return [{ path: 'commitSha', rule: 'too_large' as const, message }]
  }
}

const missingCommit = (commitSha: string): Rejection => ({
  path: 'commitSha',
  rule: 'missing_commit',
  message: `The bundle does not hold the commit ${commitSha}.`,
})

/** Branches and tags; what else a bundle names (HEAD, remotes, notes, stashes) stays behind. */
const packedRefs = (refs: readonly Ref[]) =>
  refs
    .filter(({ name }) => /^refs\/(heads|tags)\//.test(name))
    .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
    .map(({ name, sha }) => `${sha} ${name}\n`)
    .join('')

/** Takes the packs and their indexes and nothing else of a folder that unchecked bytes could have written to. */
const takePacks = async (incoming: string, gitDir: string) => {
  const from = join(incoming, 'objects', 'pack')
  const to = join(gitDir, 'objects', 'pack')
  // A pack before its index, by which git finds it.
  for (const name of (await readdir(from)).sort().reverse()) {
    if (!/^pack-[0-9a-f]{40}\.(pack|idx)$/.test(name)) continue
    const status = await lstat(join(from, name))
    if (!status.isFile() || status.nlink !== 1) throw new Error(`${name} is not an ordinary file`)
    await chmod(join(from, name), 0o444)
    await rename(join(from, name), join(to, name))
    await sync(join(to, name))
  }
  await syncFolder(to)
  await rm(incoming, { recursive: true, force: true })
}

const sync = async (path: string) => {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
