import { readdir, watch } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfAbsent } from '../platform/storage/index.ts'

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
export const lookAtFiles = async <T extends object | string>(
  folder: string,
  look: (path: string) => Promise<T>,
): Promise<Map<string, T>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const looks = await Promise.all(paths.map(async (path) => [path, await look(path).catch(undefinedIfAbsent)] as const))
  return new Map(looks.flatMap(([path, seen]) => (seen === undefined ? [] : [[path, seen] as const])))
}
