import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { writeBare } from '../bare.ts'
import { openFastImport } from './fast-import.ts'
import { dropEntry, folderLimits, FolderRefusedError, readEntries } from './folder-entries.ts'
import type { FolderEntries, FolderLimits } from './folder-entries.ts'
import { withoutNested, grouped, type LeftOutPath } from './folder-paths.ts'
import { GitError } from '../git.ts'
import { ignoredAmong } from '../worktrees/ignored.ts'
import type { ProtectedPath } from '../bundles/manifest.ts'
import type { Rejection } from '../repositories.ts'

/** A folder as one commit of a repository of its own. */
export interface FolderCommit {
  readonly ok: true
  readonly gitDir: string
  readonly commitSha: string
  readonly branch: string
  /** Files that are in no commit, since they hold credentials. */
  readonly protected: readonly ProtectedPath[]
  readonly leftOut: readonly LeftOutPath[]
}

const protectedMost = 10_000

/**
 * Makes one commit of a tar archive of a folder, in a bare repository inside `scratch`, an empty folder without other
 * writers. Left out, each with its reason: git's own folders, links that lead out, what git ignores, and names that no
 * checkout may have; no path of the archive touches the disk. Equal archives produce equal commits anywhere. Returns
 * the reason for a refusal otherwise; throws the signal's reason when cancelled.
 */
export const commitFolder = async (
  scratch: string,
  tar: Readable,
  { signal, limits = folderLimits }: { readonly signal?: AbortSignal | undefined; readonly limits?: FolderLimits } = {},
): Promise<FolderCommit | { readonly ok: false; readonly rejected: readonly Rejection[] }> => {
  const gitDir = join(scratch, 'folder.git')
  await writeBare(gitDir, branch)
  const importing = openFastImport(gitDir, signal)
  try {
    const entries = await readEntries(tar, importing, limits, signal)
    const leftOut = [
      ...entries.leftOut,
      ...dropBelow(entries),
      ...(await dropIgnored(entries, { scratch, gitDir, signal })),
    ]
    if (entries.files.size === 0)
      throw new FolderRefusedError('empty', 'The folder holds no file that can be committed.')
    if (entries.protected.size > protectedMost)
      throw new FolderRefusedError('too_large', `The folder holds more than ${protectedMost} files with credentials.`)
    const files = [...entries.files.values()].sort(byPath)
    const atSeconds = files.reduce((latest, file) => Math.max(latest, file.atSeconds), 0)
    await importing.commit(branch, { message: 'Import a folder\n', atSeconds }, files)
    const commitSha = (await readFile(join(gitDir, 'refs', 'heads', branch), 'latin1')).trimEnd()
    const protectedPaths = [...entries.protected].map(([path, reason]) => ({ path, reason })).sort(byPath)
    const paths = [...entries.files.keys(), ...entries.protected.keys()]
    return { ok: true, gitDir, commitSha, branch, protected: protectedPaths, leftOut: grouped(leftOut, paths) }
  } catch (error) {
    if (error instanceof FolderRefusedError) return { ok: false, rejected: [error.rejection] }
    throw error
  } finally {
    importing.stop()
  }
}

const branch = 'main'

const byPath = (a: { readonly path: string }, b: { readonly path: string }) =>
  Buffer.compare(Buffer.from(a.path), Buffer.from(b.path))

const dropBelow = (entries: FolderEntries) =>
  withoutNested(new Set([...entries.files.keys(), ...entries.protected.keys()])).map((path) => {
    dropEntry(entries, path)
    return { path, reason: 'a path below a file or a link' }
  })

const dropIgnored = async (
  { files, rules }: FolderEntries,
  { scratch, gitDir, signal }: { scratch: string; gitDir: string; signal: AbortSignal | undefined },
) => {
  const folder = join(scratch, 'rules')
  await mkdir(folder)
  const ignored = await decideIgnored({ gitDir, folder, signal }, rules, [...files.keys()])
  for (const path of ignored) files.delete(path)
  return [...ignored].map((path) => ({ path, reason: 'ignored by git' }))
}

const decideIgnored = async (...question: Parameters<typeof ignoredAmong>) => {
  try {
    return await ignoredAmong(...question)
  } catch (error) {
    question[0].signal?.throwIfAborted()
    const isOurs = error instanceof GitError || (error as NodeJS.ErrnoException).code === 'ENAMETOOLONG'
    if (!isOurs) throw error
    throw new FolderRefusedError('too_large', 'The .gitignore files of the folder are too deep, or too much for git.')
  }
}
