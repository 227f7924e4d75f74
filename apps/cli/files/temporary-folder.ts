import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const open = new Set<string>()
process.on('exit', () => {
  for (const folder of open) rmSync(folder, { recursive: true, force: true })
})

/**
 * Runs `work` with a folder that only this user may enter, and deletes it afterwards, however the work or the process
 * ends.
 */
export const inTemporaryFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-cli-'))
  open.add(folder)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    open.delete(folder)
  }
}
