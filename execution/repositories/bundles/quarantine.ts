import { chmod, lstat, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { undefinedIfAbsent } from '../../../platform/storage/index.ts'
import { syncPath, writeBare } from '../bare.ts'
import { type BundleHeader, readBundleHeader } from './bundle-header.ts'
import { CheckTimeoutError, expansionLimits, readAllMs, refsAside, unpackAndCheck } from './untrusted.ts'
import { commitExists, isAncestor } from '../commits/commits.ts'
import { git, splitNul } from '../git.ts'
import { packFolder, packsIn, type PackStore } from '../packs/pack-store.ts'
import type { PackPlace } from '../packs/packs.ts'
import type {
  BundleToInspect,
  InspectionResult,
  PackedQuarantine,
  Quarantine,
  Rejection,
  StoredQuarantine,
} from '../repositories.ts'
import type { StoreParts } from '../packs/repository-cache.ts'
import { isBranchOrTag, type Ref } from '../refs.ts'
import { hiddenPathIn, openRemovals } from '../removals.ts'
import { branchHeadFaults, branchHeadLimits } from '../reads/branch-head.ts'

const bundleLimits = { ...branchHeadLimits, ...expansionLimits, maxObjects: 20_000_000, maxRefs: 20_000 }

type BundleLimits = Readonly<typeof bundleLimits>

/** The folder in which bundles are unpacked and checked before anything can see them. */
export const openQuarantines = (folder: string, { cache, packs }: StoreParts, limits: BundleLimits = bundleLimits) => {
  const removals = openRemovals(folder)
  // Quarantines borrow the objects of the repository that they continue from.
  const borrowed = new Map<string, () => void>()
  const throwAway = async (name: string) => {
    await removals.throwAway(join(folder, name))
    borrowed.get(name)?.()
    borrowed.delete(name)
  }
  const operations = {
    inspectBundle: async (bundle: BundleToInspect): Promise<InspectionResult> => {
      const base = bundle.base && { ...bundle.base, gitDir: cache.pathOf(bundle.base.repositoryId) }
      const header = await readBundleHeader(bundle.bundlePath, { mayContinue: base !== undefined })
      if ('rule' in header) return { ok: false, rejected: [header] }
      const goesOn = base && header.prerequisites.length > 0 ? base : undefined
      const early = headerFaults(header, bundle, limits)
      if (early.length > 0) return { ok: false, rejected: early }
      const name = basename(hiddenPathIn(folder))
      if (goesOn) borrowed.set(name, await cache.hold(goesOn.repositoryId, bundle.signal))
      try {
        const missing = goesOn ? await missingPrerequisites(header.prerequisites, goesOn) : []
        const inspected =
          missing.length > 0
            ? ({ ok: false, rejected: missing } as const)
            : await unpack(join(folder, name), header, { ...bundle, base: goesOn }, limits)
        if (!inspected.ok) await throwAway(name)
        return inspected
      } catch (error) {
        await throwAway(name)
        throw error
      }
    },
    store: async (quarantine: Quarantine, place: PackPlace, signal?: AbortSignal): Promise<StoredQuarantine> => {
      if (isStoredFor(quarantine, place.repositoryId)) return quarantine
      return { ...quarantine, ...(await storePacks(packs, quarantine, place, signal)) }
    },
    adopt: async (packed: PackedQuarantine, signal?: AbortSignal): Promise<StoredQuarantine> => {
      const name = basename(hiddenPathIn(folder))
      if (packed.since !== undefined) borrowed.set(name, await cache.hold(packed.repositoryId, signal))
      try {
        return { ...packed, name, gitDir: await makeAgain(join(folder, name), packed, { cache, packs }) }
      } catch (error) {
        await throwAway(name)
        throw error
      }
    },
    admit: async ({ gitDir, name, repositoryId }: StoredQuarantine) => {
      await cache.place(gitDir, repositoryId)
      await throwAway(name)
    },
    receive: async ({ gitDir, name, repositoryId }: StoredQuarantine) => {
      // Where the repository is not here, it comes with the next hold.
      await movePacks(gitDir, cache.pathOf(repositoryId)).catch(undefinedIfAbsent)
      await throwAway(name)
    },
    descendsFrom: async ({ gitDir, commitSha }: Quarantine, sha: string) =>
      (await commitExists(gitDir, sha)) && isAncestor(gitDir, sha, commitSha),
    newlyIn: async ({ gitDir, commitSha }: Quarantine, before: string, paths: readonly string[]) => {
      const earlier = new Set(await presentPaths(gitDir, before, paths))
      return (await presentPaths(gitDir, commitSha, paths)).filter((path) => !earlier.has(path))
    },
    discard: ({ name }: Quarantine) => throwAway(name),
    inScratch: async <T>(work: (scratch: string) => Promise<T>): Promise<T> => {
      const place = hiddenPathIn(folder)
      await mkdir(place)
      try {
        return await work(place)
      } finally {
        await removals.throwAway(place)
      }
    },
  }
  return { operations, sweep: removals.sweep, settled: removals.settled }
}

const pathsOfOneCall = 200

/** Those of the paths that a commit has. */
const presentPaths = async (gitDir: string, commit: string, paths: readonly string[]): Promise<string[]> => {
  const present: string[] = []
  for (let at = 0; at < paths.length; at += pathsOfOneCall) {
    const argv = ['ls-tree', '-z', '--name-only', commit, '--', ...paths.slice(at, at + pathsOfOneCall)]
    const { stdout } = await git(argv, { gitDir })
    present.push(...splitNul(stdout).map(String))
  }
  return present
}

interface Base {
  readonly gitDir: string
  readonly commitSha: string
}

const prerequisitesMost = 1_000

/** The reason why a bundle cannot continue from this commit: it needs a commit that is not in its history. */
const missingPrerequisites = async (shas: readonly string[], { gitDir, commitSha }: Base): Promise<Rejection[]> => {
  const argv = ['rev-list', '--max-count=1', ...shas, '--not', commitSha]
  const end = shas.length > prerequisitesMost ? undefined : await git(argv, { gitDir, exitCodes: [0, 128] })
  if (end?.exitCode === 0 && end.stdout.length === 0) return []
  const message = `The bundle needs commits that are not in the history of ${commitSha}. Make it with git bundle create push.bundle <branch> ^${commitSha}, or with the whole history.`
  return [{ path: 'bundle', rule: 'incomplete_history', message }]
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
  {
    bundlePath,
    commitSha,
    branch,
    base,
    run,
    signal,
  }: Omit<BundleToInspect, 'base'> & { readonly base: Base | undefined },
  limits: BundleLimits,
): Promise<InspectionResult> => {
  const incoming = join(place, 'incoming.git')
  const gitDir = join(place, 'checked.git')
  await mkdir(place, { recursive: true })
  await Promise.all([writeBare(incoming, branch), writeBare(gitDir, branch)])
  const objects = base && join(base.gitDir, 'objects')
  if (objects !== undefined) await Promise.all([incoming, gitDir].map((one) => borrowObjects(one, objects)))
  const refs = header.refs.filter(({ name }) => isBranchOrTag(name))
  await writeFile(join(gitDir, 'packed-refs'), packedRefs(refs))
  await writeFile(join(incoming, refsAside), packedRefs(refs))
  const { size: bundleBytes } = await stat(bundlePath)
  const { faults, expandedBytes } = await unpackAndCheck({
    run,
    bundlePath,
    bundleBytes,
    header,
    base: base && { objects: objects!, commitSha: base.commitSha },
    gitDir: incoming,
    limits,
    signal,
  })
  if (faults.length > 0) return { ok: false, rejected: faults }
  await takePacks(incoming, gitDir)
  const rejected: Rejection[] = (await commitExists(gitDir, commitSha))
    ? await inTime(readAllMs(expandedBytes), signal, (either) => branchHeadFaults(gitDir, commitSha, limits, either))
    : [{ path: 'commitSha', rule: 'missing_commit', message: `The bundle does not hold the commit ${commitSha}.` }]
  if (rejected.length > 0) return { ok: false, rejected }
  const found = { name: basename(place), gitDir, commitSha, branch, refs, expandedBytes, since: base?.commitSha }
  return { ok: true, quarantine: found }
}

/** Makes the repository of a quarantine that was stored, and returns its folder. */
const makeAgain = async (
  place: string,
  { repositoryId, branch, refs, since, packs: stored }: PackedQuarantine,
  { cache, packs }: StoreParts,
): Promise<string> => {
  const gitDir = join(place, 'checked.git')
  await mkdir(place, { recursive: true })
  await writeBare(gitDir, branch)
  if (since !== undefined) await borrowObjects(gitDir, join(cache.pathOf(repositoryId), 'objects'))
  await writeFile(join(gitDir, 'packed-refs'), packedRefs(refs))
  await packs.take(repositoryId, gitDir, stored)
  return gitDir
}

/** Lets git read the objects of another repository as if they were here; it writes none there. */
const borrowObjects = async (gitDir: string, objects: string) => {
  await mkdir(join(gitDir, 'objects', 'info'), { recursive: true })
  await writeFile(join(gitDir, 'objects', 'info', 'alternates'), `${objects}\n`)
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
    throw late.aborted && !signal?.aborted ? new CheckTimeoutError(limitMs) : error
  }
}

const packedRefs = (refs: readonly Ref[]) =>
  refs
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
    .map(({ name, sha }) => `${sha} ${name}\n`)
    .join('')

const storePacks = async (packs: PackStore, { gitDir }: Quarantine, place: PackPlace, signal?: AbortSignal) => {
  const from = packFolder(gitDir)
  return { repositoryId: place.repositoryId, packs: await packs.put(place, from, await packsIn(from), { signal }) }
}

/** The repository that a quarantine was stored for, such as by another machine that checked it; undefined before. */
export const storedFor = (quarantine: Quarantine | StoredQuarantine): string | undefined =>
  'repositoryId' in quarantine ? quarantine.repositoryId : undefined

const isStoredFor = (quarantine: Quarantine, repositoryId: string): quarantine is StoredQuarantine =>
  storedFor(quarantine) === repositoryId

/** Moves our packs to the other packs. */
const movePacks = async (gitDir: string, to: string) => {
  for (const name of await packsIn(packFolder(gitDir)))
    // A pack before its index, by which git finds it.
    for (const ending of ['pack', 'idx'])
      await rename(join(packFolder(gitDir), `${name}.${ending}`), join(packFolder(to), `${name}.${ending}`))
  await syncPath(packFolder(to))
}

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
    await syncPath(join(to, name))
  }
  await syncPath(to)
  await rm(incoming, { recursive: true, force: true })
}
