import { constants } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { ObjectStore } from '../../platform/storage/index.ts'

const keptMostBytes = 4 * 2 ** 30

const dayMs = 86_400_000
const keptMs = 14 * dayMs

/** Drops setups from a fortnight ago, used or not: a registry's answers from then are not trusted for ever. */
export const dropOldSetups = (objects: ObjectStore): Promise<void> => objects.removeOld('setups', keptMs)

/**
 * Keeps a file that a sandbox wrote: only a regular one is read, and never through a link. Where it is missing or too
 * large nothing is kept, which costs time and no more. The file no longer exists afterwards.
 */
export const keepFile = async (objects: ObjectStore, path: string, key: string): Promise<void> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => undefined)
  if (!file) return
  try {
    const status = await file.stat()
    if (!status.isFile() || status.size > keptMostBytes) return
    await objects.put(key, file.createReadStream({ autoClose: false }), { maxBytes: keptMostBytes })
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}
