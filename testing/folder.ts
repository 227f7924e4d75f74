import { readdir, watch } from 'node:fs/promises'

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
