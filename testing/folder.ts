import { readdir, watch } from 'node:fs/promises'
import { join } from 'node:path'

/** Waits until the names in a folder are as asked; each change of the folder is looked at. */
export const whenFolder = async (folder: string, holds: (names: readonly string[]) => boolean): Promise<void> => {
  const stop = new AbortController()
  const changes = watch(folder, { signal: stop.signal })[Symbol.asyncIterator]()
  let changed = changes.next()
  while (!holds(await readdir(folder))) {
    await changed
    changed = changes.next()
  }
  changed.catch(() => undefined)
  stop.abort()
}

/**
 * The result of `look` for each file in a folder and below, by its path. A file that is removed during the look is left
 * out: a running server renames temporary files, and removes old ones.
 */
export const lookAtFiles = async <T>(folder: string, look: (path: string) => Promise<T>): Promise<Map<string, T>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = await Promise.all(
    entries.map(async (entry): Promise<readonly [string, T][]> => {
      const path = join(entry.parentPath, entry.name)
      return entry.isFile() ? look(path).then((seen) => [[path, seen]], ignoreGone) : []
    }),
  )
  return new Map(found.flat())
}

const ignoreGone = (error: NodeJS.ErrnoException): readonly [] => {
  if (error.code !== 'ENOENT') throw error
  return []
}
