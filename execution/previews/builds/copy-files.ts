import { chmod, constants, copyFile, lstat, mkdir, opendir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'

const entriesMost = 200_000
const pathMostChars = 1_024
const entryBytes = 4_096
const copiesAtOnce = 16

interface CopyLimits {
  readonly mostBytes: number
  /** Whether symbolic links are copied as they are; else they are left out. None is ever followed. */
  readonly keepsLinks: boolean
  readonly signal: AbortSignal
}

/** The number of entries that were left out, or why the copy failed, as a sentence for people. */
export type CopyResult = { readonly leftOut: number } | { readonly failed: string }

interface Copy extends CopyLimits {
  bytes: number
  entries: number
  leftOut: number
}

class CopyError extends Error {}

/**
 * Copies the files of a folder into a new one, without `.git` and with plain modes. Sockets, devices and names that are
 * not UTF-8 are left out. No command may run in the folder at the same time.
 */
export const copyFiles = async (from: string, to: string, limits: CopyLimits): Promise<CopyResult> => {
  const copy: Copy = { ...limits, bytes: 0, entries: 0, leftOut: 0 }
  try {
    await copyFolder(copy, { from, to, path: '' })
    return { leftOut: copy.leftOut }
  } catch (error) {
    if (error instanceof CopyError) return { failed: error.message }
    throw error
  }
}

interface Entry {
  readonly from: string
  readonly to: string
  /** Relative to the folder that is copied. */
  readonly path: string
}

const copyFolder = async (copy: Copy, { from, to, path }: Entry): Promise<void> => {
  await mkdir(to, { mode: 0o755 })
  const names = await namesIn(copy, from, path)
  for (let at = 0; at < names.length; at += copiesAtOnce) {
    const copies = names
      .slice(at, at + copiesAtOnce)
      .map((name) => copyEntry(copy, { from: join(from, name), to: join(to, name), path: join(path, name) }))
    // Every copy has ended before the first error is thrown, since the caller then removes the folder.
    for (const one of await Promise.allSettled(copies)) if (one.status === 'rejected') throw one.reason
  }
}

const namesIn = async (copy: Copy, from: string, path: string): Promise<readonly string[]> => {
  if (path.length > pathMostChars) throw new CopyError('The files lie too deep in folders.')
  await openToOwner(from, (await lstat(from)).mode, 0o500)
  const names: string[] = []
  for await (const { name } of await opendir(from)) {
    if (name === '.git') continue
    copy.entries += 1
    if (copy.entries > entriesMost) throw new CopyError(`There are more than ${entriesMost} files.`)
    names.push(name)
  }
  return names
}

const copyEntry = async (copy: Copy, entry: Entry): Promise<void> => {
  // Node replaces bytes that are not UTF-8 by U+FFFD, so such a name cannot be opened.
  const found = entry.from.includes('\uFFFD') ? undefined : await lstat(entry.from)
  copy.signal.throwIfAborted()
  if (found?.isDirectory()) return copyFolder(copy, entry)
  if (found?.isSymbolicLink() && copy.keepsLinks) return symlink(await readlink(entry.from), entry.to)
  if (!found?.isFile()) {
    copy.leftOut += 1
    return
  }
  copy.bytes += Math.max(found.size, entryBytes)
  if (copy.bytes > copy.mostBytes)
    throw new CopyError(`The files are larger than ${Math.round(copy.mostBytes / 2 ** 20)} MiB together.`)
  await openToOwner(entry.from, found.mode, 0o400)
  await copyFile(entry.from, entry.to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  await chmod(entry.to, (found.mode & 0o111) === 0 ? 0o644 : 0o755)
}

/** Adds missing permissions of the owner: a command may have made a file that even its owner cannot read. */
const openToOwner = async (path: string, mode: number, needed: number) => {
  if ((mode & needed) !== needed) await chmod(path, mode | needed)
}

/** True if each part of `path` below `within` is a folder, and none is a link. */
export const isPlainFolder = async (within: string, path: string): Promise<boolean> => {
  let at = within
  for (const part of path === '.' ? [] : path.split('/')) {
    at = join(at, part)
    const found = await lstat(at).catch(() => undefined)
    if (found?.isDirectory() !== true) return false
  }
  return true
}
