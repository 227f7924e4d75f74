import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, copyFile, link, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { syncPath } from '../private-file/index.ts'
import { isDiskFull, ObjectTooLargeError, StorageFullError, refuseOthers, undefinedIfAbsent } from './errors.ts'
import { assertCached, assertKey, assertOld } from './keys.ts'
import { measureFile, openMeasure } from './measure.ts'
import { openPartials } from './partial.ts'
import type { ObjectPart, ObjectRemover, ObjectStore, PutOptions, StoredObject } from './objects.ts'
import { removeAbandoned } from './small-tree.ts'

// Bytes after which written data goes to the disk, so that the last sync is short.
const flushEveryBytes = 32 * 1024 * 1024

/**
 * An object store in a folder, made if it is missing and closed to other users; several processes may share it. Content
 * is written under a temporary name, synced and renamed, so that a crash leaves the old object or the new one. Opening
 * the store removes what uploads that died more than a day ago have left.
 */
export const openDiskStore = async (folder: string): Promise<ObjectStore & ObjectRemover> => {
  const incoming = join(folder, '.incoming')
  const arriving = join(folder, '.arriving')
  for (const unfinished of [incoming, arriving]) await mkdir(unfinished, { recursive: true })
  await chmod(folder, 0o700)
  for (const unfinished of [incoming, arriving]) await removeAbandoned(unfinished)
  const partials = openPartials(arriving)
  const pathOf = (key: string) => {
    assertKey(key)
    return join(folder, key)
  }
  return {
    copies: false,
    put: (key, content, options) => put(pathOf(key), join(incoming, randomUUID()), content, options),
    putFile: (key, path, signal) => putFile(pathOf(key), path, signal),
    fetchFile: (key, path) => fetchFile(pathOf(key), path),
    open: (key, part) => openForReading(pathOf(key), part),
    signedUrl: async () => undefined,
    withFile: async (key, work) => ((await isFile(pathOf(key))) ? work(pathOf(key)) : undefined),
    has: async (key) => isFile(pathOf(key)),
    append: (key, content, options) => partials.append(key, pathOf(key), content, options),
    arrivedBytes: (key) => partials.sizeOf(key),
    remove: async (key) => {
      await rm(pathOf(key), { force: true })
      await partials.remove(key)
    },
    removeUnder: (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),
    removeOld: async (prefix, olderThanMs) => {
      assertOld(olderThanMs)
      await removeOld(pathOf(prefix), olderThanMs)
    },
    dropCached: async (key) => {
      assertCached(key)
      await rm(pathOf(key), { recursive: true, force: true })
    },
  }
}

const putFile = async (path: string, from: string, signal: AbortSignal | undefined): Promise<StoredObject> => {
  const stored = await measureFile(from, signal)
  try {
    await mkdir(dirname(path), { recursive: true })
    await nameAlso(from, path)
    await syncPath(path)
    await syncPath(dirname(path))
    return stored
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true })
    throw isDiskFull(error) ? new StorageFullError('this object', { cause: error }) : error
  }
}

const fetchFile = async (path: string, to: string): Promise<StoredObject | undefined> => {
  try {
    if ((await nameAlso(path, to).then(() => true, undefinedIfAbsent)) === undefined) return undefined
    return await measureFile(to)
  } catch (error) {
    await rm(to, { force: true })
    throw isDiskFull(error) ? new StorageFullError('an object', { cause: error }) : error
  }
}

/** A second name for a file; on another file system, a copy. */
const nameAlso = (path: string, to: string): Promise<void> =>
  link(path, to).catch((error: NodeJS.ErrnoException) => {
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes(error.code ?? '')) throw error
    return copyFile(path, to, constants.COPYFILE_EXCL)
  })

/** A file that another process removes or replaces in between is left to it. */
const removeOld = async (folder: string, olderThanMs: number) => {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of files.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const status = await stat(path).catch(() => undefined)
    if (status && Date.now() - status.mtimeMs > olderThanMs) await rm(path, { force: true })
  }
}

const put = async (path: string, temporary: string, content: Readable, options: PutOptions) => {
  // A stream may break before its iteration begins; the iteration then reports the error.
  content.on('error', () => undefined)
  try {
    const stored = await writeTo(temporary, content, options)
    refuseOthers(stored, options.expected)
    await mkdir(dirname(path), { recursive: true })
    options.signal?.throwIfAborted()
    await rename(temporary, path)
    await syncPath(dirname(path))
    return stored
  } catch (error) {
    content.destroy()
    await rm(temporary, { force: true })
    throw isDiskFull(error) ? new StorageFullError('this upload', { cause: error }) : error
  }
}

const writeTo = async (temporary: string, content: Readable, options: PutOptions): Promise<StoredObject> => {
  await using file = await open(temporary, 'wx', 0o600)
  const stored = await copy(content, file, options)
  await file.sync()
  return stored
}

// A chunk is hashed here while the thread pool writes it, and the disk is kept busy before the last sync waits for it.
const copy = async (content: Readable, file: FileHandle, { maxBytes, signal }: PutOptions): Promise<StoredObject> => {
  signal?.throwIfAborted()
  const cancel = () => content.destroy(signal?.reason as Error)
  signal?.addEventListener('abort', cancel, { once: true })
  const measuring = openMeasure()
  const flush = flusher(file)
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (measuring.sizeBytes + chunk.length > maxBytes) throw new ObjectTooLargeError(maxBytes)
      const written = writeWhole(file, chunk)
      measuring.add(chunk)
      await written
      flush.after(chunk.length)
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
    await flush.settled()
  }
  return measuring.result()
}

const writeWhole = async (file: FileHandle, chunk: Buffer) => {
  let offset = 0
  while (offset < chunk.length) offset += (await file.write(chunk, offset)).bytesWritten
}

const flusher = (file: FileHandle) => {
  let pendingBytes = 0
  let running: Promise<void> | undefined
  return {
    after: (writtenBytes: number) => {
      pendingBytes += writtenBytes
      if (running || pendingBytes < flushEveryBytes) return
      pendingBytes = 0
      running = file.datasync().finally(() => (running = undefined))
      // The sync at the end reports errors; this sync only starts the work early.
      running.catch(() => undefined)
    },
    settled: async () => {
      await running?.catch(() => undefined)
    },
  }
}

const openForReading = async (path: string, part: ObjectPart | undefined) => {
  const file = await open(path, 'r').catch(undefinedIfAbsent)
  if (!file) return undefined
  const status = await file.stat()
  const bounds = part && { start: part.first, end: part.last }
  if (status.isFile())
    return { content: file.createReadStream({ highWaterMark: 256 * 1024, ...bounds }), sizeBytes: status.size }
  await file.close()
  return undefined
}

const isFile = async (path: string) => (await stat(path).catch(undefinedIfAbsent))?.isFile() ?? false
