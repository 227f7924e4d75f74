import type { FileAt } from './blobs.ts'
import type { ChangeKind, Comparison, Worktree } from './changed-file.ts'
import type { LastChange } from './last-changes.ts'
import type { LineOrigin } from './line-origins.ts'
import type { TreePath } from '../paths.ts'
import type { WorkFacts } from './work-facts.ts'

/** The change to a file. `text` is undefined for a binary file, and for a patch of more than `maxBytes`. */
export interface FilePatch {
  readonly text: string | undefined
  readonly binary: boolean
}

export interface FilePatchOptions {
  readonly base: string
  readonly head: string
  readonly path: TreePath
  readonly maxBytes: number
  /** Compares the files of both, independent of their histories. `base` may be a tree. */
  readonly isDirect?: boolean | undefined
}

export interface LineCountsOptions {
  /** Commits or trees. */
  readonly before: string
  readonly after: string
  readonly maxFiles: number
}

/** Counts of changed files and lines. If `truncated`, the first `maxFiles` files are counted. */
export interface LineCounts {
  readonly files: number
  readonly additions: number
  readonly deletions: number
  readonly truncated: boolean
}

export type LiveChange = TreePath & {
  readonly kind: Exclude<ChangeKind, 'renamed'> | 'untracked'
  /** Lines; undefined for uncounted files: binary, untracked and unreadable files. */
  readonly additions: number | undefined
  readonly deletions: number | undefined
}

export interface LiveChanges {
  readonly files: readonly LiveChange[]
  readonly truncated: boolean
}

/** A file or its patch; no content if it is binary, or has more than `maxBytes`. */
export interface LiveFile {
  readonly content: Buffer | undefined
  readonly binary: boolean
}

interface LiveLimits {
  /** The commit that the work began from. */
  readonly base: string
  /** The longest wait for the answer. */
  readonly wallMs: number
}

export interface LiveChangesOptions extends LiveLimits {
  readonly maxFiles: number
}

export interface LiveFileOptions extends LiveLimits {
  readonly path: TreePath
  readonly maxBytes: number
}

export interface ListedFiles {
  /** In the order of their bytes. */
  readonly paths: readonly string[]
  readonly truncated: boolean
}

/**
 * Reads of a repository for people. Paths that git ignores by the rules of their own commit are left out, also if they
 * are tracked. An aborted read throws the signal's reason; other failures of git throw a `GitError`.
 */
export interface RepositoryReads {
  /** True if `sha` is a commit that one of `from` reaches. */
  isReachable(id: string, sha: string, from: readonly string[], signal?: AbortSignal): Promise<boolean>
  /** As `Repositories.compare`, without what git ignores. */
  changes(
    id: string,
    options: {
      readonly base: string
      readonly head: string
      readonly maxFiles: number
      /** Compares the files of both, independent of their histories. `base` may be a tree. */
      readonly isDirect?: boolean | undefined
    },
    signal?: AbortSignal,
  ): Promise<Comparison>
  /** The size of the difference between two commits or trees, with the ignored files. */
  lineCounts(id: string, options: LineCountsOptions, signal?: AbortSignal): Promise<LineCounts>
  /** The change to a file by `head` since it left `base`; undefined if it did not change, or git ignores it. */
  patch(id: string, options: FilePatchOptions, signal?: AbortSignal): Promise<FilePatch | undefined>
  /** The paths of plain files that are UTF-8. `truncated` if the commit holds more than `maxFiles` entries. */
  files(
    id: string,
    options: { readonly commit: string; readonly maxFiles: number },
    signal?: AbortSignal,
  ): Promise<ListedFiles>
  /** The newest commits that changed files, newest first, with paths that git ignores; none if git cannot read them. */
  lastChanges(
    id: string,
    options: { readonly commit: string; readonly maxCommits: number; readonly maxPaths: number },
    signal?: AbortSignal,
  ): Promise<readonly LastChange[]>
  /** Facts of a commit and its history that suggest a change, without facts that git cannot read within its limits. */
  workFacts(id: string, commit: string, signal?: AbortSignal): Promise<WorkFacts>
  /** The commits that brought the lines of a file, in their order; undefined if git does not answer in time. */
  lineOrigins(
    id: string,
    options: { readonly commit: string; readonly path: string; readonly timeoutMs: number },
    signal?: AbortSignal,
  ): Promise<readonly LineOrigin[] | undefined>
  /** A plain file; undefined for links, submodules and folders as well. */
  file(
    id: string,
    options: { readonly commit: string; readonly path: TreePath; readonly maxBytes: number },
    signal?: AbortSignal,
  ): Promise<FileAt | undefined>
  /**
   * Like `changes`, for the files in a worktree while an agent works on them, by git in a sandbox that cannot write to
   * them. Undefined if the worktree no longer exists, or does not answer within `wallMs`.
   */
  changesIn(worktree: Worktree, options: LiveChangesOptions): Promise<LiveChanges | undefined>
  /** Like `changesIn`, for the patch or the content of a file; `none` if no such file is shown. */
  patchIn(worktree: Worktree, options: LiveFileOptions): Promise<LiveFile | 'none' | undefined>
  fileIn(worktree: Worktree, options: LiveFileOptions): Promise<LiveFile | 'none' | undefined>
}
