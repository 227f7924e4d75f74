import { createHash } from 'node:crypto'
import { constants, type FileHandle, open } from 'node:fs/promises'
import { BackupRefusal } from './description.ts'

const chunkBytes = 1024 * 1024

/** The copied content: bytes and their SHA-256 as 64 hexadecimal digits. */
export interface CopyResult {
  readonly sizeBytes: number
  readonly sha256: string
}

/** Opens a plain file for reading: a link or a pipe is a BackupRefusal. Undefined if it does not exist. */
export const openPlain = async (path: string): Promise<FileHandle | undefined> => {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    if (error.code === 'ELOOP' || error.code === 'ENXIO') throw notPlain(path)
    throw error
  })
  if (!file || (await file.stat()).isFile()) return file
  await file.close()
  throw notPlain(path)
}

export const notPlain = (path: string): BackupRefusal =>
  new BackupRefusal(`${path} is neither a file nor a folder, and a backup holds nothing else.`)

const readThrough = async (file: FileHandle, target: FileHandle | undefined, signal?: AbortSignal) => {
  const hash = createHash('sha256')
  const { size } = await file.stat()
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size + 1))
  let sizeBytes = 0
  for (;;) {
    signal?.throwIfAborted()
    const { bytesRead } = await file.read(buffer, 0, buffer.length, sizeBytes)
    if (bytesRead === 0) return { sizeBytes, sha256: hash.digest('hex') }
    const chunk = buffer.subarray(0, bytesRead)
    hash.update(chunk)
    await target?.writeFile(chunk)
    sizeBytes += bytesRead
  }
}

/** Reads a file, hashes it, and writes it to `target` (new, mode 0600) if named. Undefined if it does not exist. */
export const copyFile = async (source: string, target: string | undefined, signal?: AbortSignal) => {
  await using file = await openPlain(source)
  if (!file) return undefined
  await using to = target === undefined ? undefined : await open(target, 'wx', 0o600)
  return await readThrough(file, to, signal)
}
