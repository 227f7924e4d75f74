import type { TreePath } from '../paths.ts'

/** A folder with the files of a commit, for a task; another task gets it only after it was proven clean. */
export interface Worktree {
  readonly name: string
  readonly repositoryId: string
  /** The folder that a sandbox may write to; its `.git` file has to be read-only inside. */
  readonly path: string
  /**
   * The host paths that a sandbox needs read-only, at these same paths, so that `git status`, `diff` and `log` work
   * inside: a git folder with the history of its commit, and nothing else of the repository.
   */
  readonly readonly: readonly string[]
  /** The whole repository, only for the server. */
  readonly gitDir: string
  /** The environment of git inside the sandbox. */
  readonly environment: Readonly<Record<string, string>>
}

export type ChangeKind = 'added' | 'modified' | 'deleted' | 'renamed' | 'type_changed'

export type ChangedFile = TreePath & {
  readonly kind: ChangeKind
  /** Where a renamed file was. */
  readonly from?: TreePath
  /** Lines; undefined for binary files. */
  readonly additions: number | undefined
  readonly deletions: number | undefined
  readonly binary: boolean
  /** Six octal digits, `000000` without a file. */
  readonly modeBefore: string
  readonly modeAfter: string
}

/** The two sides of a comparison. */
export interface CompareOptions {
  readonly base: string
  readonly head: string
  /** By default 3,000. */
  readonly maxFiles?: number
  /** Compares both trees directly instead of from their merge base. `base` may then be a tree. */
  readonly isDirect?: boolean | undefined
}

export interface Comparison {
  readonly mergeBase: string | undefined
  readonly files: readonly ChangedFile[]
  /** More files changed than were asked for. */
  readonly truncated: boolean
}
