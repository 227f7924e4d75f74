import { constants } from 'node:fs'
import { open, readdir, rmdir, unlink, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfAbsent } from './errors.ts'

const entriesMost = 256
// Each folder on the way is open at the same time.
const depthMost = 32

/**
 * Removes a folder with at most 256 entries, and at most 32 folders deep, on one file system. Links are removed and
 * never followed, even if a link takes a folder's place during the removal; names are bytes, and paths of any length.
 * False if it could not, with a part of it gone: a program started for it, at many times the cost, can do more.
 */
export const removeSmallTree = async (path: string): Promise<boolean> => {
  const left = { entries: entriesMost }
  return removeFolder(Buffer.from(path), left, 1).catch(() => false)
}

interface RemovalBudget {
  entries: number
  /** The file system that the first folder is on. */
  device?: number
}

const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

const removeFolder = async (path: Buffer, left: RemovalBudget, depth: number): Promise<boolean> => {
  if (depth > depthMost) return false
  const folder = await open(path, flags)
  try {
    const { dev } = await folder.stat()
    left.device ??= dev
    if (left.device !== dev) return false
    // The open folder, even if its name changed. Source: proc(5), /proc/self/fd.
    const within = `/proc/self/fd/${folder.fd}/`
    const entries = await readdir(within, { withFileTypes: true, encoding: 'buffer' })
    left.entries -= entries.length
    if (left.entries < 0) return false
    for (const entry of entries) {
      const at = Buffer.concat([Buffer.from(within), entry.name])
      if (!entry.isDirectory()) await unlink(at)
      else if (!(await removeFolder(at, left, depth + 1))) return false
    }
  } finally {
    await folder.close()
  }
  await rmdir(path)
  return true
}

const abandonedAfterMs = 24 * 60 * 60 * 1000

/** Removes the files of a folder that were not written for a day: their processes died. */
export const removeAbandoned = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const status = await stat(join(folder, name)).catch(undefinedIfAbsent)
    if (status && Date.now() - status.mtimeMs > abandonedAfterMs) await rm(join(folder, name), { force: true })
  }
}
