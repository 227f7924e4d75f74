import type { FileAt, FileRequest } from './blobs.ts'
import type { ChangeKind, CompareOptions, Comparison, Worktree } from './changed-file.ts'
import type { LastChange, LastChangesOptions } from './last-changes.ts'
import type { LineOrigin, LineOriginsOptions } from './line-origins.ts'
import type { TreePath } from '../paths.ts'
import type { WorkFacts } from './work-facts.ts'

/** The patch of a file. `text` is undefined for a binary file, and for a patch larger than `maxBytes`. */
export interface FilePatch {
  readonly text: string | undefined
  readonly binary: boolean
}

export interface FilePatchOptions {
  readonly base: string
  readonly head: string
  readonly path: TreePath
  readonly maxBytes: number
  /** Compares both trees directly instead of from their merge base. `base` may then be a tree. */
  readonly isDirect?: boolean | undefined
}

export interface LineCountsOptions {
  /** Commits or trees. */
  readonly before: string
  readonly after: string
  readonly maxFiles: number
}

/** Counts of changed files and lines. If `truncated`, only the first `maxFiles` files are counted. */
export interface LineCounts {
  readonly files: number
  readonly additions: number
  readonly deletions: number
  readonly truncated: boolean
}

/** A file that differs in a worktree from the commit that the work began from. */
export type LiveChange = TreePath & {
  readonly kind: Exclude<ChangeKind, 'renamed'> | 'untracked'
  /** Added lines; undefined if they are not counted: in binary, untracked and unreadable files. */
  readonly additions: number | undefined
  readonly deletions: number | undefined
}

export interface LiveChanges {
  readonly files: readonly LiveChange[]
  readonly truncated: boolean
}

/** A file or its patch. `content` is undefined if it is binary or larger than `maxBytes`. */
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
  /** Sorted by their bytes. */
  readonly paths: readonly string[]
  readonly truncated: boolean
}

/**
 * Read-only questions about a stored repository, for pages and the API. Files that the .gitignore rules of their own
 * commit exclude are left out, even if they are tracked. An aborted read throws the reason of its signal; other
 * failures of git throw a `GitError`.
 */
export interface RepositoryReads {
  /** True if `sha` is a commit in the history of a commit in `from`. */
  isReachable(id: string, sha: string, from: readonly string[], signal?: AbortSignal): Promise<boolean>
  /** Returns the changed files like `Repositories.compare`, without ignored files. */
  changes(id: string, options: CompareOptions, signal?: AbortSignal): Promise<Comparison>
  /** Returns the number of changed files and lines between two commits or trees, including ignored files. */
  lineCounts(id: string, options: LineCountsOptions, signal?: AbortSignal): Promise<LineCounts>
  /** Returns the changes to a file since `head` branched off `base`; undefined without any, or if git ignores it. */
  patch(id: string, options: FilePatchOptions, signal?: AbortSignal): Promise<FilePatch | undefined>
  /** Returns the paths of regular UTF-8 files. `truncated` if the commit has more than `maxFiles` entries. */
  files(
    id: string,
    options: { readonly commit: string; readonly maxFiles: number },
    signal?: AbortSignal,
  ): Promise<ListedFiles>
  /** Returns the newest commits that changed files, also ignored files; empty if git cannot read them. */
  lastChanges(id: string, options: LastChangesOptions, signal?: AbortSignal): Promise<readonly LastChange[]>
  /** Returns facts about a commit and its history that suggest work, without facts that take git too long. */
  workFacts(id: string, commit: string, signal?: AbortSignal): Promise<WorkFacts>
  /** Returns the commits that last changed the lines of a file, like git blame; undefined if git takes too long. */
  lineOrigins(id: string, options: LineOriginsOptions, signal?: AbortSignal): Promise<readonly LineOrigin[] | undefined>
  /** Returns a regular file; undefined for links, submodules and folders too. */
  file(id: string, options: FileRequest, signal?: AbortSignal): Promise<FileAt | undefined>
  /**
   * Returns the changed files of a worktree while an agent works in it. Git runs in a sandbox that cannot write to
   * them. Undefined if the worktree no longer exists or does not answer within `wallMs`.
   */
  changesIn(worktree: Worktree, options: LiveChangesOptions): Promise<LiveChanges | undefined>
  /** Like `changesIn`, for the patch of a file; `none` if people may not see the file. */
  patchIn(worktree: Worktree, options: LiveFileOptions): Promise<LiveFile | 'none' | undefined>
  /** Like `patchIn`, for the content of the file. */
  fileIn(worktree: Worktree, options: LiveFileOptions): Promise<LiveFile | 'none' | undefined>
}
