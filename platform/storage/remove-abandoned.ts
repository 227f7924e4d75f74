import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfAbsent } from './undefined-if-absent.ts'

const abandonedAfterMs = 24 * 60 * 60 * 1000

/** Removes the files of a folder that were not written for a day: their processes died. */
export const removeAbandoned = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const status = await stat(join(folder, name)).catch(undefinedIfAbsent)
    if (status && Date.now() - status.mtimeMs > abandonedAfterMs) await rm(join(folder, name), { force: true })
  }
}
