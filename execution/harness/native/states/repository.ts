import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { copyIndex } from '../../../git-index/copy-index.ts'
import { runGit } from '../command.ts'
import type { Workshop } from '../tools/tool.ts'
import { type ChangedFiles, changedFiles, obstacles } from './changed-files.ts'
import { gitOver, type StateGit, textOf } from './state-git.ts'

const patchCharactersMost = 1_500_000

/**
 * Opens a git folder beside the worktree in which states of its files are kept as trees; the agent's own git knows
 * nothing of it. Undefined without a repository or a commit.
 */
export const openStateRepository = async (shop: Workshop, folder: string) => {
  const base = shop.git?.base ?? (await textOf(runGit(shop, ['rev-parse', '--absolute-git-dir'])))
  const [commit, firstTree] = (base && (await headOf(shop, base))) ?? []
  if (!base || !commit || firstTree === undefined) return undefined
  const git = gitOver(shop, folder)
  await furnish(folder, base, commit)
  // Inside of a sandbox files have another owner than in the index: without this, each look would read them all.
  await git(['update-index', '-q', '--refresh'])
  let takenBytes = 0
  return {
    /** The tree of the commit that the work began with. */
    firstTree,
    /** Takes all files that git does not ignore, and returns their tree; undefined if git could not. */
    take: async () => {
      const changed = await changedFiles(shop.root, git)
      takenBytes += changed?.sizeBytes ?? 0
      const isTaken = changed ? await updateIndex(git, changed) : (await git(['add', '--all', '.'])).exitCode === 0
      return isTaken ? textOf(git(['write-tree'])) : undefined
    },
    /** The difference from the first commit in the last tree, packed; undefined if it is too large. */
    packedPatch: async (tree: string) => {
      if (tree === firstTree) return gzipSync('').toString('base64')
      // By a file: content that is not UTF-8 would not survive as text.
      const path = join(folder, 'saved.patch')
      const how = ['--cached', '--binary', '--no-color', '--no-ext-diff', '--no-renames', `--output=${path}`]
      if ((await git(['diff', ...how, commit])).exitCode !== 0) return undefined
      const packed = gzipSync(await readFile(path)).toString('base64')
      return packed.length > patchCharactersMost ? undefined : packed
    },
    /** The last state, with the files at a path as they are in another tree. */
    withPath: async (tree: string, path: string) => {
      const index = join(folder, 'partial-index')
      await copyIndex(join(folder, 'index'), index)
      const partly = { environment: { GIT_INDEX_FILE: index } }
      const end = await git(['reset', '--quiet', tree, '--', path], partly)
      return end.exitCode === 0 ? textOf(git(['write-tree'], partly)) : undefined
    },
    /** Names and kinds of the files that differ, such as `M` and `src/a.ts`. */
    differences: async (from: string, to: string) => {
      const text = await textOf(git(['diff-tree', '-r', '-z', '--no-renames', '--name-status', from, to]))
      const fields = (text ?? '').split('\0')
      return fields.flatMap((kind, at) => (at % 2 === 0 && fields[at + 1] ? [{ kind, path: fields[at + 1]! }] : []))
    },
    /** Turns the files of `from`, which must be there, into the files of `to`; returns a sentence if that fails. */
    move: async (from: string, to: string, { added }: { readonly added: readonly string[] }) => {
      const inTheWay = await obstacles(shop.root, git, added)
      if (inTheWay.length > 0) return `${inTheWay[0]} is in the way, and is in no state. Move it first.`
      const end = await git(['read-tree', '-m', '-u', from, to])
      return end.exitCode === 0 ? undefined : end.output.trim()
    },
    /** Bytes of files that were taken so far. */
    takenBytes: () => takenBytes,
  }
}

export type StateRepository = NonNullable<Awaited<ReturnType<typeof openStateRepository>>>

const updateIndex = async (git: StateGit, { remove, add }: ChangedFiles): Promise<boolean> => {
  for (const [options, paths] of [
    [['--force-remove'], remove],
    [['--add', '--remove', '--replace'], add],
  ] as const) {
    if (paths.length === 0) continue
    const input = paths.map((path) => `${path}\0`).join('')
    if ((await git(['update-index', ...options, '-z', '--stdin'], { input })).exitCode !== 0) return false
  }
  return true
}

/** Returns the commit that is checked out and its tree; undefined without a commit. */
const headOf = async (shop: Workshop, base: string) => {
  const end = runGit(shop, ['rev-parse', 'HEAD^{commit}', 'HEAD^{tree}'], { environment: { GIT_DIR: base } })
  return (await textOf(end))?.split('\n')
}

const furnish = async (folder: string, base: string, commit: string) => {
  await rm(folder, { recursive: true, force: true })
  for (const name of ['objects/info', 'refs', 'info']) await mkdir(join(folder, name), { recursive: true })
  const config = '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tfsmonitor = false\n\tautocrlf = false\n'
  await Promise.all([
    writeFile(join(folder, 'HEAD'), `${commit}\n`),
    writeFile(join(folder, 'config'), config),
    writeFile(join(folder, 'objects/info/alternates'), `${join(base, 'objects')}\n`),
    // Bytes as they are, despite the repository's settings of line ends and filters.
    writeFile(join(folder, 'info/attributes'), '* -text -ident -filter !crlf !eol !working-tree-encoding !diff\n'),
    copyFile(join(base, 'info/exclude'), join(folder, 'info/exclude')).catch(() => undefined),
    copyIndex(join(base, 'index'), join(folder, 'index')).catch(() => undefined),
  ])
}
