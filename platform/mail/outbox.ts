import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stamp } from './compose.ts'

/**
 * Writes a message into the outbox folder, whole or not at all, for the server's own user. Names sort by the time at
 * which the messages were queued; a repeat replaces its file.
 */
export const writeToOutbox = async (folder: string, { id, createdAt }: Stamp, content: Buffer): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const name = `${createdAt.toISOString().replaceAll(/[-:]/g, '')}-${id}.eml`
  const fresh = join(folder, `.${name}.${randomBytes(6).toString('hex')}`)
  try {
    const file = await open(fresh, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(fresh, join(folder, name))
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}
