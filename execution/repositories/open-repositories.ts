import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { SandboxDriver } from '../sandbox/index.ts'
import { writeBare } from './bare.ts'
import { readPieces } from './scans/blob-pieces.ts'
import { readFilesAt, readBlobs } from './reads/blobs.ts'
import { bundleOf, commitBundle, pack } from './bundles/bundle.ts'
import { commitExists, isAncestor, mergeBase, treeOf, writeRootCommit, type RootCommit } from './commits/commits.ts'
import { commitWorktree } from './worktrees/commit-worktree.ts'
import { compare, patch } from './reads/compare.ts'
import { consolidate } from './packs/consolidate.ts'
import { type ConfinedGit, openConfinedGit } from './confined-git.ts'
import { type EvictionLimits, noEviction, openEviction } from './packs/evict.ts'
import { inverse, headBeforeMerge, merge } from './commits/merge.ts'
import { manifestOf } from './bundles/manifest.ts'
import { overlay } from './worktrees/overlay.ts'
import { packNew } from './packs/write-pack.ts'
import { packFolder, type PackStore } from './packs/pack-store.ts'
import { filesOf, plainPaths } from './reads/tree.ts'
import { openQuarantines } from './bundles/quarantine.ts'
import { openReads } from './reads/reads.ts'
import type { PackPlace } from './packs/packs.ts'
import type { CreatedRepository, Repositories, ArchivedFile, ArchiveOptions } from './repositories.ts'
import { requireGit } from './require-git.ts'
import { openRemovals, removeTree } from './removals.ts'
import { openRepositoryCache, type RepositoryCache, type StoreParts } from './packs/repository-cache.ts'
import { newPathFaults, refuseOversized } from './reads/branch-head.ts'
import { sweepCache } from './packs/sweep-cache.ts'
import { openWorktrees } from './worktrees/worktrees.ts'
import { treePathOf } from './paths.ts'

interface RepositoryParts {
  /** A folder of this machine: `cache/repositories`, `worktrees` and `quarantine` in it are made if they are missing. */
  readonly dataFolder: string
  readonly packs: PackStore
  /** Git looks at what agents wrote in sandboxes of this driver; without one there are repositories and no worktrees. */
  readonly sandboxes?: SandboxDriver | undefined
  /** How much of its disk copies may take; see `openEviction`. */
  readonly eviction?: EvictionLimits
}

/** Processes may share the folder. `sweep` at each start. Throws when the host's git is missing or too old. */
export const openRepositories = async ({
  dataFolder,
  packs,
  sandboxes,
  eviction,
}: RepositoryParts): Promise<Repositories> => {
  const cacheFolder = join(dataFolder, 'cache', 'repositories')
  const worktreesFolder = join(dataFolder, 'worktrees')
  const quarantineFolder = join(dataFolder, 'quarantine')
  await requireGit()
  await Promise.all([cacheFolder, worktreesFolder, quarantineFolder].map(makeClosed))
  const removals = openRemovals(cacheFolder)
  const cache = openRepositoryCache(
    cacheFolder,
    packs,
    packs.copies ? openEviction(cacheFolder, removals, eviction) : noEviction,
  )
  const confined = sandboxes ? openConfinedGit(sandboxes) : refuseConfined
  const worktrees = openWorktrees(worktreesFolder, cache, confined)
  const quarantines = openQuarantines(quarantineFolder, { cache, packs })
  const { holding } = cache
  return {
    create: (place, root) => create({ cache, packs }, place, root),
    exists: packs.has,
    holding,
    ...quarantines.operations,
    sweep: async ({ olderThanMs }) => {
      await Promise.all([removals, worktrees, quarantines].map((each) => each.sweep(olderThanMs)))
      await sweepCache({ cache, packs, removals, forget: worktrees.forget }, olderThanMs)
      await cache.evict()
    },
    manifestOf: (id, commitSha, options) => holding(id, (at) => manifestOf(at, commitSha, options)),
    bundle: (id, options) => streamed(cache, id, (at) => bundleOf(at, options)),
    commitBundle: (id, options) => streamed(cache, id, (at) => commitBundle(at, options)),
    serveHistory: (id, options) => worktrees.served(id, options),
    pack: (id, options) => streamed(cache, id, (at) => pack(at, options)),
    worktrees: worktrees.pool,
    ...openMakers({ cache, packs }, confined),
    standBefore: (id, of) => holding(id, (at) => headBeforeMerge(at, of)),
    compare: (id, options) => holding(id, (at) => compare(at, options)),
    archive: (id, options) => holding(id, (at) => archive(at, options), options.signal),
    patch: (id, options) => holding(id, (at) => patch(at, options)),
    mergeBase: (id, a, b) => holding(id, (at) => mergeBase(at, a, b)),
    isAncestor: (id, ancestor, descendant) => holding(id, (at) => isAncestor(at, ancestor, descendant)),
    commitExists: (id, sha) => holding(id, (at) => commitExists(at, sha)),
    treeOf: (id, commitSha) => holding(id, (at) => treeOf(at, commitSha)),
    pathsOf: (id, commitSha) => holding(id, async (at) => plainPaths(await filesOf(at, commitSha))),
    refuseOversized: (id, commitSha, signal) => holding(id, (at) => refuseOversized(at, commitSha, signal), signal),
    newPathFaults: (id, commits, signal) => holding(id, (at) => newPathFaults(at, commits, signal), signal),
    readFiles: (id, options) => holding(id, (at) => readFilesAt(at, options)),
    readPieces: (id, options) => piecesOf(cache, id, (at) => readPieces(at, options)),
    readFile: (id, { path, ...options }) =>
      holding(id, async (at) => (await readFilesAt(at, { ...options, paths: [path] }))[0]),
    reads: openReads(cache, confined),
    consolidate: (id, upkeep) => consolidate({ cache, packs }, id, upkeep),
    close: async () => {
      await Promise.all([removals, worktrees, quarantines].map((each) => each.settled()))
    },
  }
}

const refuseConfined = () =>
  Promise.reject(new Error('These repositories were opened without sandboxes, and have no worktrees.'))

/** git's files and what agents write are readable to all; other people of the machine are kept out of the folders. */
const makeClosed = async (path: string) => {
  await mkdir(path, { recursive: true })
  await chmod(path, 0o700)
}

const create = async ({ cache, packs }: StoreParts, place: PackPlace, root: RootCommit): Promise<CreatedRepository> => {
  const hidden = cache.hidden()
  try {
    await writeBare(hidden, 'main')
    const { commitSha, pack } = await writeRootCommit(hidden, root)
    // A transaction waits for it.
    const stored = await packs.put(place, packFolder(hidden), [pack], { withinMs: createMs })
    await cache.place(hidden, place.repositoryId)
    return { commitSha, packs: stored }
  } catch (error) {
    await removeTree(hidden)
    throw error
  }
}

const createMs = 10_000

/** Makers of commits: each stores and records new objects before it returns an object's name. */
const openMakers = (
  { cache: { holding }, packs }: StoreParts,
  confined: ConfinedGit,
): Pick<Repositories, 'commitWorktree' | 'merge' | 'inverse' | 'overlay'> => {
  const keep = async (id: string, gitDir: string, sha: string | undefined, known: readonly string[]) => {
    if (sha === undefined || known.includes(sha)) return
    await packs.add(id, packFolder(gitDir), await packNew(gitDir, [sha, ...known.map((one) => `^${one}`)]))
  }
  return {
    commitWorktree: (worktree, request) =>
      holding(worktree.repositoryId, (at) => {
        const store = (made: readonly string[]) => packs.add(worktree.repositoryId, packFolder(at), made)
        return commitWorktree(confined, worktree, { ...request, keep: store })
      }),
    merge: (id, request) =>
      holding(id, async (at) => {
        const merged = await merge(at, request)
        await keep(id, at, merged.sha ?? merged.tree, [request.ours, request.theirs])
        return merged
      }),
    inverse: (id, request) =>
      holding(id, async (at) => {
        const undone = await inverse(at, request)
        const commit = 'sha' in undone ? undone.sha : 'theirs' in undone ? undone.theirs : undefined
        await keep(id, at, commit, [request.onto, request.delivered])
        return undone
      }),
    overlay: (id, request) =>
      holding(id, async (at) => {
        const sha = await overlay(at, request)
        await keep(id, at, sha, [request.onto, request.from])
        return sha
      }),
  }
}

async function* piecesOf(cache: RepositoryCache, id: string, work: (gitDir: string) => AsyncIterable<Buffer>) {
  const release = await cache.hold(id)
  try {
    yield* work(cache.pathOf(id))
  } finally {
    release()
  }
}

/** The repository is held until the stream has ended or was destroyed. */
const streamed = (cache: RepositoryCache, id: string, work: (gitDir: string) => Readable): Readable =>
  Readable.from(piecesOf(cache, id, work), { objectMode: false })

/**
 * A commit's files, ordered by path, with the contents of the files that fit: `maxFiles` of them, and `maxBytes`
 * together. `content` is undefined for a file that is left out of that, and for a submodule.
 */
const archive = async (gitDir: string, { commit, maxFiles, maxBytes, signal }: ArchiveOptions) => {
  const entries = await filesOf(gitDir, commit, { signal })
  const shown = entries.slice(0, maxFiles)
  let leftBytes = maxBytes
  const read = shown.filter(({ sizeBytes }) => {
    const fits = sizeBytes !== undefined && sizeBytes <= leftBytes
    if (fits) leftBytes -= sizeBytes
    return fits
  })
  const contents = new Map<string, Buffer>()
  for await (const { sha, content } of readBlobs(gitDir, [...new Set(read.map(({ sha }) => sha))], signal)) {
    contents.set(sha, Buffer.from(content))
  }
  const files = shown.map(({ path, mode, sizeBytes, sha }): ArchivedFile => ({
    ...treePathOf(path),
    mode,
    sizeBytes,
    content: contents.get(sha),
  }))
  return { files, truncated: shown.length < entries.length || read.length < shown.length }
}
