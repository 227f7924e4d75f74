import type { Ecosystem } from './public-registries.ts'

/** Files in a commit by their paths, as text. */
export type SetupFiles = ReadonlyMap<string, string>

/** The machine's version of Node, `24.21.0`, and the wanted one as people wrote it, such as `22` or `v22.11.0`. */
export interface NodeVersions {
  readonly machine: string
  readonly requested?: string | undefined
}

/** A shell command with its environment. `$SETUP_CACHE` is the folder that goes from the fetch to the install. */
export interface Phase {
  readonly command: string
  readonly environment: Readonly<Record<string, string>>
}

/**
 * How a package manager sets a project up.
 *
 * - `applies` decides by a commit's files whether this manager applies, and `isFor` by their content.
 * - `needs` lists the files that its fetch sees. They lie at their own paths in a folder with nothing else.
 * - `prepare` replaces files that would run the repository's code in the fetch, if a setting cannot switch it off.
 * - `refuses` is a sentence for a project that cannot be fetched without running it.
 * - `runsCode` is true if the install runs anything from the repository or from a package, so that its result may
 *   depend on every file. Otherwise, `install` gets no scripts to run.
 * - `offline` is shell that makes the fetched packages the only ones, for the install or a command of the project's
 *   own.
 * - `later` is the environment of everything that runs afterwards; `{tree}` is replaced by the worktree's path, and
 *   `{packages}` by that of the folder beside it.
 * - `resolves` is for a project without a lock file: the environment in which the fetch works one out, from packages
 *   that were published before a day such as `2026-03-04`, if the package manager can tell.
 * - `provides` is shell for the fetch that gets programs which the machine lacks, by the files and the versions of
 *   Node; empty if none is needed. `uses` is shell for the install that takes such programs.
 * - `mirror` is the environment that sends the fetch to another registry, which answers at a plain address.
 * - `tools` are commands that print the versions which the result depends on.
 */
export interface PackageManager {
  readonly name: string
  readonly ecosystem: Ecosystem
  readonly tools: readonly string[]
  readonly applies: (files: ReadonlySet<string>) => boolean
  readonly isFor?: (files: SetupFiles) => boolean
  readonly needs: (path: string) => boolean
  readonly prepare?: (files: SetupFiles) => SetupFiles
  readonly refuses?: (files: SetupFiles) => string | undefined
  readonly isEmpty?: (files: SetupFiles) => boolean
  readonly runsCode: (files: SetupFiles) => boolean
  readonly fetch: Phase
  readonly offline: string
  readonly install: (runsCode: boolean) => Phase
  readonly later?: Readonly<Record<string, string>>
  readonly resolves?: (day: string) => Readonly<Record<string, string>>
  readonly provides?: (files: SetupFiles, node: NodeVersions) => string
  readonly uses?: (provided: string) => string
  readonly mirror?: (address: string) => Readonly<Record<string, string>>
}

/** Whether a path ends in one of these names, at the root or in a folder. */
export const isNamed =
  (...names: readonly string[]) =>
  (path: string): boolean =>
    names.includes(path.slice(path.lastIndexOf('/') + 1))

/** The folder for files without a place in a package manager: beside the worktree, out of reach for its tools. */
export const packagesVariable = 'SETUP_PACKAGES'

/** Takes a folder of the cache into the project. */
export const copyFromCache = (name: string): string =>
  `rm -rf "$${packagesVariable}/${name}" && cp -R "$SETUP_CACHE/${name}" "$${packagesVariable}/${name}"`

/** Keeps the lock file that the fetch worked out; it is only in the folder of the fetch, never in the tree. */
export const keepLock = (name: string): string => `mkdir -p "$SETUP_CACHE/lock" && cp ${name} "$SETUP_CACHE/lock/"`

/** Lends that lock file to the install. It is always removed at the end, so that no commit takes it along. */
export const lendLock = (name: string): string =>
  `if [ -e "$SETUP_CACHE/lock/${name}" ]; then cp "$SETUP_CACHE/lock/${name}" . && trap 'rm -f ${name}' EXIT; fi`

/** The install of a manager whose packages only have to be in their place. */
export const nothingMore = (): Phase => ({ command: ':', environment: {} })
