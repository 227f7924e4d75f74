import type { Readable } from 'node:stream'
import type { PiecesOptions } from './scans/blob-pieces.ts'
import type { FileAt, FileRequest, FilesRequest } from './reads/blobs.ts'
import type { CommitBundleOptions, NamedBundleOptions, PackOptions } from './bundles/bundle.ts'
import type { Upkeep } from './packs/consolidate.ts'
import type { Manifest, ManifestOptions } from './bundles/manifest.ts'
import type { OverlayRequest } from './worktrees/overlay.ts'
import type { ChangedFile, CompareOptions, Comparison, Worktree } from './reads/changed-file.ts'
import type { PackPlace, StoredPack } from './packs/packs.ts'
import type { TreePath } from './paths.ts'
import type { Ref } from './refs.ts'
import type { RepositoryReads } from './reads/repository-reads.ts'
import type { RootCommit } from './commits/commits.ts'
import type { ServedHistory } from './protocol/serve-history.ts'

export type * from './reads/changed-file.ts'

/** Why an upload cannot be taken in. `path` is a file of the repository, or `bundle`, `commitSha`, `defaultBranch`. */
export interface Rejection {
  readonly path: string
  readonly message: string
  readonly rule: RejectionRule
}

export type RejectionRule =
  | 'not_a_bundle'
  | 'truncated'
  | 'corrupt'
  | 'bad_object'
  | 'forbidden_path'
  | 'case_clash'
  | 'submodule'
  | 'lfs_pointer'
  | 'missing_commit'
  | 'missing_branch'
  | 'incomplete_history'
  | 'object_format'
  | 'empty'
  | 'too_large'
  | 'not_a_tar'

/**
 * Runs one command line over unchecked bytes: in production, inside a sandbox. The command starts in `writable`, the
 * only folder that it may write to, which has a path of its own inside; each path of `readonly` has the same path
 * inside. It ends after `wallMs` and when `signal` is aborted; `stoppedBy` names the limit that ended it. Output may be
 * cut in the middle.
 */
export type RunUntrusted = (
  argv: readonly string[],
  io: {
    readonly readonly: readonly string[]
    readonly writable: string
    readonly wallMs: number
    readonly signal?: AbortSignal | undefined
  },
) => Promise<{
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly stoppedBy?: string | undefined
}>

export interface BundleToInspect {
  readonly bundlePath: string
  readonly commitSha: string
  /** Short name, such as `main`. */
  readonly branch: string
  readonly run: RunUntrusted
  /** The history that the bundle may continue from: it has the commits that the bundle needs. */
  readonly base?: { readonly repositoryId: string; readonly commitSha: string } | undefined
  /** Aborting it ends the command that runs, and throws its reason. */
  readonly signal?: AbortSignal
}

/** A checked repository that nothing can see yet: admit or discard it. `gitDir` can be scanned and read before that. */
export interface Quarantine {
  readonly name: string
  readonly gitDir: string
  readonly commitSha: string
  readonly branch: string
  /** The unpacked size of all objects: the cost of reading its whole history. */
  readonly expandedBytes: number
  /** Its branches and tags. */
  readonly refs: readonly Ref[]
  /** The commit whose history the bundle continues from; undefined if it has its whole history. */
  readonly since?: string | undefined
}

/** A quarantine with packs in the object store, which are deleted unless they are recorded. */
export interface StoredQuarantine extends Quarantine {
  readonly repositoryId: string
  readonly packs: readonly StoredPack[]
}

/** A stored quarantine as another machine takes it over. */
export type PackedQuarantine = Omit<StoredQuarantine, 'name' | 'gitDir'>

/** A repository with packs in the object store, which are deleted unless they are recorded. */
export interface CreatedRepository {
  readonly commitSha: string
  readonly packs: readonly StoredPack[]
}

export type InspectionResult =
  | { readonly ok: true; readonly quarantine: Quarantine }
  | { readonly ok: false; readonly rejected: readonly Rejection[] }

/** Something in the worktree that cannot be part of a commit, with a sentence for the agent and the reviewer. */
export type LeftOut = TreePath & { readonly reason: string }

export interface CommitRequest {
  /** Full shas; a merge's first parent is the branch that it lands on. */
  readonly parents: readonly string[]
  /** The commit that the files are compared with, if that is not the first parent: its content is in no history. */
  readonly since?: string
  readonly message: string
  /** Author and committer date: given by the step, so that a repeated step makes the same sha. */
  readonly at: Date
  /** Idempotency key of the step; becomes the trailer `Atelier-Step`. */
  readonly key: string
  readonly signal?: AbortSignal
}

export type CommitResult =
  | {
      readonly sha: string
      readonly changed: readonly ChangedFile[]
      readonly leftOut: readonly LeftOut[]
      readonly unchanged?: undefined
    }
  | { readonly unchanged: true; readonly leftOut: readonly LeftOut[]; readonly sha?: undefined }

export interface WorktreePool {
  /**
   * A folder with exactly the files of `commit`. A step that may be repeated names it (as an id); files that an earlier
   * attempt left under that name are discarded. Once `signal` is aborted it throws, and leaves nothing.
   */
  acquire(
    repositoryId: string,
    options: { readonly commit: string; readonly name?: string; readonly signal?: AbortSignal },
  ): Promise<Worktree>
  /** The worktree of that name, after a restart; undefined if none exists. */
  find(name: string): Promise<Worktree | undefined>
  /**
   * Puts other content into a worktree and drops changes to files that are not ignored: the files of `tree` (by default
   * of `commit`), with `commit` as its HEAD. For conflicts: `commit` is the task's, `tree` the conflicted one.
   */
  reset(
    worktree: Worktree,
    options: { readonly commit: string; readonly tree?: string; readonly signal?: AbortSignal },
  ): Promise<void>
  /** Releases the folder; it is scrubbed or deleted later. Releasing twice is fine. */
  release(worktree: Worktree): Promise<void>
  /** Deletes the worktree of a lost step; it is no spare, since something may still write to it. */
  discard(name: string): Promise<void>
  /** Names of the worktrees that were acquired and not released. */
  list(): Promise<readonly string[]>
}

export interface MergeRequest {
  /** The commit that is merged into: the first parent. */
  readonly ours: string
  readonly theirs: string
  readonly message: string
  readonly at: Date
  readonly key: string
}

export type MergeResult =
  | { readonly sha: string; readonly conflicts?: undefined; readonly tree?: undefined }
  /** `tree` holds both sides with conflict markers. */
  | { readonly sha?: undefined; readonly conflicts: readonly TreePath[]; readonly tree: string }

export interface InverseRequest extends Pick<MergeRequest, 'message' | 'at' | 'key'> {
  /** The commit that the undoing begins at. */
  readonly onto: string
  /** The head of the branch before the undone merge. */
  readonly before: string
  /** The commit to which the undone change brought it. */
  readonly delivered: string
}

export type Inverse =
  /** A commit on `onto`. */
  | { readonly sha: string }
  /** Later changes touch the same lines: a merge of `theirs` into `onto` has both sides. */
  | { readonly conflicts: readonly TreePath[]; readonly theirs: string }
  /** `onto` does not have the delivered change in its history, or nothing of it is left. */
  | { readonly none: 'not_there' | 'nothing_left' }

export interface PatchOptions {
  readonly base: string
  readonly head: string
  /** Only this file. */
  readonly path?: TreePath
  readonly maxBytes: number
}

export interface Patch {
  readonly text: string
  readonly truncated: boolean
}

export interface ArchiveOptions {
  readonly commit: string
  readonly maxFiles: number
  /** Bound of all contents together. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
}

export type ArchivedFile = TreePath & {
  /** Six octal digits. */
  readonly mode: string
  readonly sizeBytes: number | undefined
  readonly content: Buffer | undefined
}

/**
 * The repositories of all machines, by ids of letters, digits and hyphens, 64 characters at most. Their objects are
 * packs in the object store; the folders of this machine are caches. A function that returns a sha has stored and
 * recorded it before.
 */
export interface Repositories {
  /** Stores a repository with one commit without files. It exists once its packs are recorded. */
  create(place: PackPlace, begin: RootCommit): Promise<CreatedRepository>
  /** Whether anything is stored of it. */
  exists(id: string): Promise<boolean>
  /** Lends the folder of a bare repository for as long as the work takes; afterwards its files may be elsewhere. */
  holding<T>(id: string, work: (gitDir: string) => Promise<T>, signal?: AbortSignal): Promise<T>

  /** Unpacks and checks a bundle in a quarantine. Nothing of a rejected bundle remains. */
  inspectBundle(bundle: BundleToInspect): Promise<InspectionResult>
  /** Puts the objects of a quarantine into the object store, for a repository that exists or will be made; once. */
  store(quarantine: Quarantine, place: PackPlace, signal?: AbortSignal): Promise<StoredQuarantine>
  /** Makes one of this machine of a quarantine that another machine stored. */
  adopt(quarantine: PackedQuarantine, signal?: AbortSignal): Promise<StoredQuarantine>
  /** Makes a stored quarantine the cache of its repository, which exists once its packs are recorded. */
  admit(quarantine: StoredQuarantine): Promise<void>
  /** Adds the objects of a stored quarantine to the cache of its repository. */
  receive(quarantine: StoredQuarantine): Promise<void>
  /** Whether the commit of a quarantine is this commit, or has it in its history. */
  descendsFrom(quarantine: Quarantine, sha: string): Promise<boolean>
  /** Returns the paths that are files in a quarantine's commit and not in a commit before it. */
  newlyIn(quarantine: Quarantine, before: string, paths: readonly string[]): Promise<readonly string[]>
  discard(quarantine: Quarantine): Promise<void>
  /** Lends an empty folder of its own, which is always removed afterwards. */
  inScratch<T>(work: (folder: string) => Promise<T>): Promise<T>
  /** Removes quarantines, released worktrees and caches that processes which died have left. */
  sweep(options: { readonly olderThanMs: number }): Promise<void>

  manifestOf(id: string, commitSha: string, options?: ManifestOptions): Promise<Manifest>
  /** A full-history bundle of these refs; the stream fails if git does. */
  bundle(id: string, options: NamedBundleOptions): Readable
  /** One of a single commit as the head of a branch. */
  commitBundle(id: string, options: CommitBundleOptions): Readable
  /** The objects of a commit's history as a pack, without objects of others; the stream fails if git does. */
  pack(id: string, options: PackOptions): Readable

  /**
   * Git's answer to a git client over HTTP that sees one branch at this commit, and no object beside its history.
   * Throws a GitRequestError if git refuses the request before it answers; a later failure breaks the stream.
   */
  serveHistory(id: string, options: ServedHistory): Promise<Readable>

  readonly worktrees: WorktreePool
  /** Call it when no process of the sandbox is alive. Never moves a ref. */
  commitWorktree(worktree: Worktree, request: CommitRequest): Promise<CommitResult>
  merge(id: string, request: MergeRequest): Promise<MergeResult>
  /** A commit that undoes a delivery, on the present head; see `inverse`. Moves no ref. */
  inverse(id: string, request: InverseRequest): Promise<Inverse>
  /** The head of a branch before a merge of `merged` brought it to `delivered`; undefined if no merge did. */
  standBefore(id: string, of: { readonly delivered: string; readonly merged: string }): Promise<string | undefined>
  /** Makes a commit with a commit's files, and some files from another; see `overlay`. Moves no ref. */
  overlay(id: string, request: OverlayRequest): Promise<string | undefined>

  /** The changes of `head` since it left `base` (three dots). */
  compare(id: string, options: CompareOptions): Promise<Comparison>
  /** The files of a commit with their contents, as many as fit; see `archive`. */
  archive(
    id: string,
    options: ArchiveOptions,
  ): Promise<{ readonly files: readonly ArchivedFile[]; readonly truncated: boolean }>
  patch(id: string, options: PatchOptions): Promise<Patch>
  mergeBase(id: string, a: string, b: string): Promise<string | undefined>
  isAncestor(id: string, ancestor: string, descendant: string): Promise<boolean>
  commitExists(id: string, sha: string): Promise<boolean>
  treeOf(id: string, commitSha: string): Promise<string>
  /** The paths of a commit's plain files that are UTF-8, sorted by their bytes; throws a TreeTooLargeError. */
  pathsOf(id: string, commitSha: string): Promise<readonly string[]>
  /**
   * Throws a TreeTooLargeError for a commit with more files, or larger ones, than an import takes. An import looks only
   * at its default branch: ask before another branch is checked out, since a few objects can name billions of files.
   */
  refuseOversized(id: string, commitSha: string, signal?: AbortSignal): Promise<void>
  /** Why paths and links that `head` adds to `base` would not be imported, at most 100. Throws TreeTooLargeError. */
  newPathFaults(
    id: string,
    commits: { readonly base: string; readonly head: string },
    signal?: AbortSignal,
  ): Promise<readonly Rejection[]>
  /** Files of a commit with their contents, in the order of the paths; see `readFilesAt`. */
  readFiles(id: string, options: FilesRequest): Promise<readonly (FileAt | undefined)[]>
  /** A file of any size, a piece at a time; see `readPieces`. */
  readPieces(id: string, options: PiecesOptions): AsyncGenerator<Buffer>
  readFile(id: string, options: FileRequest): Promise<FileAt | undefined>

  /** Reads for people. */
  readonly reads: RepositoryReads

  /** Packs many small packs of a repository into few, and removes old unreachable ones; false if nothing changed. */
  consolidate(id: string, upkeep: Upkeep): Promise<boolean>

  /** Ends background deletions. */
  close(): Promise<void>
}
