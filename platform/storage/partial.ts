import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  isDiskFull,
  ObjectMismatchError,
  ObjectTooLargeError,
  OffsetError,
  StorageFullError,
  isSameObject,
} from './errors.ts'
import { measureFile } from './measure.ts'
import type { AppendOptions, StoredObject } from './objects.ts'

const lookEveryBytes = 1024 * 1024

/** Objects in parts, in a folder. A file has its last sender's name: the next renames it, and the previous stops. */
export const openPartials = (folder: string) => {
  const nameOf = (key: string) => createHash('sha256').update(key).digest('hex')
  const found = async (key: string) => {
    const names = (await readdir(folder)).filter((name) => name.startsWith(`${nameOf(key)}.`))
    const sized = await Promise.all(
      names.map(async (name) => ({ path: join(folder, name), sizeBytes: await sizeOf(join(folder, name)) })),
    )
    return sized.sort((a, b) => b.sizeBytes - a.sizeBytes)
  }
  const remove = async (key: string) => {
    for (const { path } of await found(key)) await rm(path, { force: true })
  }
  const take = async (key: string, offset: number) => {
    const own = join(folder, `${nameOf(key)}.${randomUUID()}`)
    if (offset === 0) await remove(key)
    const before = (await found(key)).at(0)
    const arrived = before?.sizeBytes ?? 0
    if (arrived !== offset) throw new OffsetError(arrived)
    if (before) await rename(before.path, own).catch(() => Promise.reject(new OffsetError(0)))
    return { own, file: await open(own, before ? 'r+' : 'wx+', 0o600) }
  }
  return {
    sizeOf: async (key: string) => (await found(key)).at(0)?.sizeBytes ?? 0,
    remove,
    append: async (key: string, path: string, content: Readable, options: AppendOptions): Promise<StoredObject> => {
      // A stream may break before its iteration begins; the iteration then reports the error.
      content.on('error', () => undefined)
      try {
        const { own, file } = await take(key, options.offset)
        await write({ own, file, content, ...options })
        const stored = await measureFile(own)
        if (!isSameObject(stored, options.expected)) {
          await rm(own, { force: true })
          throw new ObjectMismatchError(stored)
        }
        await mkdir(dirname(path), { recursive: true })
        await rename(own, path)
        return stored
      } catch (error) {
        // The answer with the right offset has to come through while the rest is on its way.
        if (!(error instanceof OffsetError)) content.destroy()
        throw isDiskFull(error) ? new StorageFullError('this upload', { cause: error }) : error
      }
    },
  }
}

const sizeOf = async (path: string) => (await stat(path).catch(() => undefined))?.size ?? 0

interface Writing extends AppendOptions {
  readonly own: string
  readonly file: FileHandle
  readonly content: Readable
}

/** Writes behind the offset, as far as the content comes; bytes that have come stay, also after a break. */
const write = async ({ own, file: opened, content, offset, expected, signal }: Writing): Promise<void> => {
  await using file = opened
  const cancel = () => content.destroy(signal?.reason as Error)
  signal?.addEventListener('abort', cancel, { once: true })
  let position = offset
  let lookedAt = offset
  try {
    for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (position + chunk.length > expected.sizeBytes) {
        await rm(own, { force: true })
        throw new ObjectTooLargeError(expected.sizeBytes)
      }
      for (let at = 0; at < chunk.length;) {
        const { bytesWritten } = await file.write(chunk, at, chunk.length - at, position)
        at += bytesWritten
        position += bytesWritten
      }
      if (position - lookedAt < lookEveryBytes && position < expected.sizeBytes) continue
      lookedAt = position
      if (!(await isThere(own))) throw new OffsetError(position)
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
  await file.sync()
}

const isThere = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined
