/** The limit of a request, waiting for its turn included. */
export const readMs = 10_000
/** The limit for the files of an agent at work, waiting for a turn included: without an answer they are left out. */
export const liveMs = 5_000
export const liveTurnMs = 8_000

/** The limit of git for the commits of a file's lines: without an answer only the file is shown. */
export const originsMs = 5_000

export const branchesMost = 1_000
export const changesMost = 3_000
/** Revisions of a page of the history: each may start a process of git. */
export const historyPage = 30
export const patchMostBytes = 512 * 1024
export const contentMostBytes = 1024 * 1024
/** Entries of a tree: files, links and submodules. */
export const entriesMost = 100_000
/** The last changes of files are looked up in so many commits, and for so many paths. */
export const commitsMost = 100
export const changedPathsMost = 20_000

export const branchKinds = ['default', 'preview', 'cycle', 'task'] as const
/** The name of the commit that the preview of a project serves. */
export const previewBranch = 'atelier/preview'
export const changeKinds = ['added', 'modified', 'deleted', 'renamed', 'type_changed', 'untracked'] as const

/** As a pattern of JSON Schema: no leading slash, no empty part, no part `..`, no backslash, no NUL; line breaks are names. */
export const relativePath = '^(?![\\s\\S]*(?:^|/)\\.\\.(?:/|$))[^/\\\\\\u0000]+(?:/[^/\\\\\\u0000]+)*$'

/** The parameter that excludes a task, whose files belong to no branch; undefined without one. */
export const clashWithTask = (query: {
  readonly taskId?: string | undefined
  readonly ref?: string | undefined
  readonly since?: string | undefined
}): 'ref' | 'since' | undefined => {
  if (query.taskId === undefined) return undefined
  if (query.ref !== undefined) return 'ref'
  return query.since === undefined ? undefined : 'since'
}

/** Newest first; equally old branches keep their order. */
export const newestFirst = <B extends { readonly createdAt: Date }>(branches: readonly B[]): B[] =>
  branches.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
