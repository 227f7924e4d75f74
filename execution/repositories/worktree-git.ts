import { writeFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConfinedGit } from './confined-git.ts'
import { branchHeadLimits } from './branch-head.ts'

/** The parts of a worktree: `files`, which agents write to, and `git`, with HEAD, the index and what HEAD reaches. */
export interface WorktreeParts {
  readonly files: string
  readonly git: string
}

/** A worktree's parts in its folder. */
export const partsIn = (folder: string): WorktreeParts => ({ files: join(folder, 'files'), git: join(folder, 'git') })

const mebibyte = 1024 ** 2
const fillingMs = 15 * 60_000

// The index comes back as output, so that git writes to nothing but the files. The copy is as old as what it is of: git
// takes what is older than the index, and has its size, as unchanged.
const fillScript = `
  export GIT_INDEX_FILE="$TMPDIR/index" GIT_WORK_TREE="$PWD"
  [ ! -e "$GIT_DIR/index" ] || cp -p "$GIT_DIR/index" "$TMPDIR/index"
  git read-tree --reset -u --no-recurse-submodules "$1" >&2
  shift
  [ "$#" = 0 ] || git clean --force --force --quiet "$@" >&2
  cat "$TMPDIR/index"`

/**
 * Makes the files those of a commit or tree that the git folder holds. What an agent changed is overwritten; no link
 * that it laid is followed. `clean` says with which options of `git clean` other files go; without it they stay.
 */
export const fill = async (
  confined: ConfinedGit,
  { files, git }: WorktreeParts,
  tree: string,
  clean: readonly string[] = [],
): Promise<void> => {
  const { stdout } = await confined(fillScript, [tree, ...clean], {
    writable: files,
    readonly: [git],
    environment: { GIT_DIR: git },
    timeoutMs: fillingMs,
    diskBytes: 2 * branchHeadLimits.maxBytes,
  })
  await replaceIndex(git, stdout)
}

/** The index of a worktree, whole or not at all. */
export const replaceIndex = async (git: string, content: Uint8Array): Promise<void> => {
  const next = join(git, 'index.new')
  await writeFile(next, content)
  await rename(next, join(git, 'index'))
}

// Git reads every byte that changed: of gigabytes, on a slow disk.
const hashingMs = 15 * 60_000

// What is written lies in the folder that it starts in: the index, a copy, and objects that the git folder has not.
const besides = 'export GIT_INDEX_FILE="$PWD/index" GIT_OBJECT_DIRECTORY="$PWD/objects"\n'

/** Runs git over a worktree whose files it cannot change; what it makes lies in `folder`, by `readyFolder`. */
export const gitBeside = (
  confined: ConfinedGit,
  { files, git }: WorktreeParts,
  folder: string,
  script: string,
  writtenMaxBytes: number,
) =>
  confined(besides + script, [], {
    writable: folder,
    readonly: [files, git],
    environment: { GIT_DIR: git, GIT_WORK_TREE: files },
    // A file above the threshold would become a pack, and what is taken over is checked object by object.
    settings: { 'core.bigFileThreshold': '2g' },
    timeoutMs: hashingMs,
    diskBytes: 2 * writtenMaxBytes + 512 * mebibyte,
  })
