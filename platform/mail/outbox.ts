import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { retention } from '../retention/index.ts'
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

const keptMs = retention.outbox.days * 86_400_000

/** Removes messages that were written long ago, and what a process that died has left half written. */
export const sweepOutbox = async (folder: string, nowMs = Date.now()): Promise<void> => {
  const names = await readdir(folder).catch(missingIsEmpty)
  for (const name of names.filter((one) => /\.eml(\.[0-9a-f]{12})?$/.test(one))) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && found.mtimeMs < nowMs - keptMs) await rm(join(folder, name), { force: true })
  }
}

const missingIsEmpty = (error: NodeJS.ErrnoException): string[] => {
  if (error.code === 'ENOENT') return []
  throw error
}
