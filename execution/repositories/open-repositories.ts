import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { archive } from './archive.ts'
import type { SandboxDriver } from '../sandbox/index.ts'
import { openRepositoryFolders, writeBare } from './bare.ts'
import { readPieces } from './blob-pieces.ts'
import { readFilesAt } from './blobs.ts'
import { bundleOf, commitBundle, pack } from './bundle.ts'
import { commitExists, isAncestor, mergeBase, treeOf } from './commits.ts'
import { commitWorktree } from './commit-worktree.ts'
import { compare, patch } from './compare.ts'
import { openConfinedGit } from './confined-git.ts'
import { inverse, headBeforeMerge } from './inverse.ts'
import { manifestOf } from './manifest.ts'
import { merge } from './merge.ts'
import { overlay } from './overlay.ts'
import { filesOf, plainPaths } from './tree.ts'
import { openQuarantines } from './quarantine.ts'
import { openReads } from './reads.ts'
import { repack } from './repack.ts'
import { storedRefs } from './refs.ts'
import type { Repositories } from './repositories.ts'
import { requireGit } from './require-git.ts'
import { writeRootCommit, type RootCommit } from './root-commit.ts'
import { openRemovals } from './removals.ts'
import { newPathFaults, refuseOversized } from './branch-head.ts'
import { openWorktrees } from './worktrees.ts'

/**
 * The repositories of a data folder: `repositories`, `worktrees` and `quarantine` in it, made if they are missing.
 * Git looks at what agents wrote in sandboxes of this driver; without one there are repositories and no worktrees. Processes may share the folder. `sweep` at each start. Throws when the host's git is missing or too old.
 */
export const openRepositories = async (dataFolder: string, sandboxes?: SandboxDriver): Promise<Repositories> => {
  const [repositoriesFolder, worktreesFolder, quarantineFolder] = ['repositories', 'worktrees', 'quarantine'].map(
    (name) => join(dataFolder, name),
  ) as [string, string, string]
  await requireGit()
  await Promise.all([repositoriesFolder, worktreesFolder, quarantineFolder].map(makeClosed))
  const folders = openRepositoryFolders(repositoriesFolder)
  const removals = openRemovals(repositoriesFolder)
  const confined = sandboxes ? openConfinedGit(sandboxes) : refuseConfined
  const worktrees = openWorktrees(worktreesFolder, folders, confined)
  const quarantines = openQuarantines(quarantineFolder, folders)
  const at = folders.pathOf
  return {
    create: (id, root) => create(folders, id, root),
    remove: (id) => removals.throwAway(at(id)).then(() => worktrees.forget(id)),
    exists: folders.exists,
    list: folders.list,
    holding: async (id, work) => work(at(id)),
    inspectBundle: quarantines.inspect,
    admit: quarantines.admit,
    receive: quarantines.receive,
    descendsFrom: quarantines.descendsFrom,
    newlyIn: quarantines.newlyIn,
    discard: quarantines.discard,
    inScratch: quarantines.inScratch,
    sweep: async ({ olderThanMs }) => {
      await Promise.all([removals, worktrees, quarantines].map((each) => each.sweep(olderThanMs)))
    },
    manifestOf: (id, commitSha, options) => manifestOf(at(id), commitSha, options),
    bundle: (id, options) => bundleOf(at(id), options),
    commitBundle: (id, options) => commitBundle(at(id), options),
    serveHistory: (id, options) => worktrees.served(id, options),
    pack: (id, options) => pack(at(id), options),
    storedRefs: async (id) => ((await folders.exists(id)) ? storedRefs(at(id)) : undefined),
    worktrees: worktrees.pool,
    commitWorktree: (worktree, request) => commitWorktree(confined, worktree, request),
    merge: (id, request) => merge(at(id), request),
    inverse: (id, request) => inverse(at(id), request),
    standBefore: (id, of) => headBeforeMerge(at(id), of),
    overlay: (id, request) => overlay(at(id), request),
    compare: (id, options) => compare(at(id), options),
    archive: (id, options) => archive(at(id), options),
    patch: (id, options) => patch(at(id), options),
    mergeBase: (id, a, b) => mergeBase(at(id), a, b),
    isAncestor: (id, ancestor, descendant) => isAncestor(at(id), ancestor, descendant),
    commitExists: (id, sha) => commitExists(at(id), sha),
    treeOf: (id, commitSha) => treeOf(at(id), commitSha),
    pathsOf: async (id, commitSha) => plainPaths(await filesOf(at(id), commitSha)),
    refuseOversized: (id, commitSha, signal) => refuseOversized(at(id), commitSha, signal),
    newPathFaults: (id, commits, signal) => newPathFaults(at(id), commits, signal),
    readFiles: (id, options) => readFilesAt(at(id), options),
    readPieces: (id, options) => readPieces(at(id), options),
    readFile: async (id, { path, ...options }) => (await readFilesAt(at(id), { ...options, paths: [path] }))[0],
    reads: openReads(at, confined),
    repack: (id, kept, signal) => repack(at(id), kept, {}, signal),
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

const create = async (folders: ReturnType<typeof openRepositoryFolders>, id: string, root: RootCommit) => {
  const hidden = folders.hidden()
  await writeBare(hidden, 'main')
  const commitSha = await writeRootCommit(hidden, root)
  if (await folders.place(hidden, id)) return commitSha
  await rm(hidden, { recursive: true })
  throw new Error(`There is a repository ${id} already`)
}
