import { writeFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConfinedGit } from '../confined-git.ts'
import { joinNul } from '../git.ts'
import { branchHeadLimits } from '../reads/branch-head.ts'
import { openDialogue } from '../protocol/dialogue.ts'

/** The parts of a worktree: `files`, which agents write to, and `git`, with HEAD, the index and what HEAD reaches. */
export interface WorktreeParts {
  readonly files: string
  readonly git: string
}

export const partsIn = (folder: string): WorktreeParts => ({ files: join(folder, 'files'), git: join(folder, 'git') })

const mebibyte = 1024 ** 2
const fillingMs = 15 * 60_000

// The index comes back as output, so that git writes to nothing but the files. The copy has the time of its original:
// git treats a file that is older than the index, and has its size, as unchanged.
const fillScript = `
  export GIT_INDEX_FILE="$TMPDIR/index" GIT_WORK_TREE="$PWD"
  [ ! -e "$GIT_DIR/index" ] || cp -p "$GIT_DIR/index" "$TMPDIR/index"
  git read-tree --reset -u --no-recurse-submodules "$1" >&2
  shift
  [ "$#" = 0 ] || git clean --force --force --quiet "$@" >&2
  cat "$TMPDIR/index"
  rm "$TMPDIR/index"`

interface FillOptions {
  /** With which options of `git clean` other files go; without it they stay. */
  readonly clean?: readonly string[]
  readonly signal?: AbortSignal | undefined
}

/** Sets the files to a commit or tree in the git folder, over changes of an agent; none of its links is followed. */
export const fill = async (
  confined: ConfinedGit,
  { files, git }: WorktreeParts,
  tree: string,
  { clean = [], signal }: FillOptions = {},
): Promise<void> => {
  const { stdout } = await confined(fillScript, [tree, ...clean], {
    writable: files,
    readonly: [git],
    environment: { GIT_DIR: git },
    // As many as there are processors; git starts them for a hundred files or more.
    settings: { 'checkout.workers': '0' },
    timeoutMs: fillingMs,
    diskBytes: 2 * branchHeadLimits.maxBytes,
    signal,
  })
  await replaceIndex(git, stdout)
}

/** The index of a worktree, whole or not at all. */
export const replaceIndex = async (git: string, content: Uint8Array): Promise<void> => {
  const next = join(git, 'index.new')
  await writeFile(next, content)
  await rename(next, join(git, 'index'))
}

// Git reads every byte that changed, and may do so twice: of gigabytes, on a slow disk.
const hashingMs = 30 * 60_000

// Git writes into the folder that it starts in: the index, a copy, and objects that the git folder lacks. The requests
// are in a folder that it cannot write to. The git folder need not hold the other side's objects in a tree that a merge
// left.
const besideScript = `
  export GIT_INDEX_FILE="$PWD/index" GIT_OBJECT_DIRECTORY="$PWD/objects"
  changed() {
    git ls-files -z --modified --deleted --others --exclude-standard >listed 2>errors || {
      status=$?
      cat errors >&2
      exit "$status"
    }
    if [ -s errors ]; then printf 'unsure\\0'; else printf 'sure\\0'; fi
    cat listed
  }
  tree() {
    [ ! -s "$1/remove" ] || git update-index --force-remove -z --stdin <"$1/remove"
    [ ! -s "$1/add" ] || git update-index --add --remove --replace -z --stdin <"$1/add"
    written=$(git write-tree --missing-ok)
    printf '%s\\0' "$written"
  }
  while read -r step; do
    case $step in
      changed) changed </dev/null ;;
      entries) git ls-files -z --stage </dev/null ;;
      tree) tree "$1" ;;
    esac
    printf '\\0'
  done`

interface BesideOptions {
  readonly folder: string
  readonly requests: string
  readonly writtenMaxBytes: number
  readonly signal: AbortSignal | undefined
}

/** Opens git over files that it cannot change. Its results are in `folder`, by `readyFolder`; paths to take in are written to `requests`, an empty folder. */
export const openGitBeside = (
  confined: ConfinedGit,
  { files, git }: WorktreeParts,
  { folder, requests, writtenMaxBytes, signal }: BesideOptions,
) => {
  const dialogue = openDialogue(confined, besideScript, [requests], {
    writable: folder,
    readonly: [files, git, requests],
    environment: { GIT_DIR: git, GIT_WORK_TREE: files },
    // A file above the threshold would become a pack, and objects that are taken over are checked one by one.
    settings: { 'core.bigFileThreshold': '2g' },
    timeoutMs: hashingMs,
    diskBytes: 2 * writtenMaxBytes + 512 * mebibyte,
    signal,
  })
  return {
    /** Paths that differ from the index and are not ignored; `sure` is false if folders could not be read. */
    changed: async () => {
      const [sure, ...paths] = await dialogue.ask('changed')
      return { sure: sure?.toString() === 'sure', paths }
    },
    /** The entries of the index, as `ls-files --stage` shows them. */
    entries: () => dialogue.ask('entries'),
    /** Takes files into the index and out of it, and returns the name of the tree that it wrote. */
    tree: async ({ add, remove }: { readonly add: readonly Buffer[]; readonly remove: readonly Buffer[] }) => {
      await writeFile(join(requests, 'add'), joinNul(add))
      await writeFile(join(requests, 'remove'), joinNul(remove))
      return (await dialogue.ask('tree'))[0]?.toString('latin1') ?? ''
    },
    end: dialogue.end,
  }
}

export type GitBeside = ReturnType<typeof openGitBeside>
