import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDiskFull, ObjectTooLargeError, S3Refusal, StorageFullError, refuseOthers, isStorageDown } from './errors.ts'
import { assertCached, assertKey, assertOld } from './keys.ts'
import { openMeasure } from './measure.ts'
import type { ObjectRemover, ObjectStore, PutOptions, StoredObject } from './objects.ts'
import { removeAbandoned } from './small-tree.ts'
import type { S3Client } from './s3-client.ts'
import { listKeys, removeKeys } from './s3-list.ts'
import { openS3Partials } from './s3-partial.ts'
import { readObject } from './s3-read.ts'
import { noUpload, openUpload, type Upload } from './s3-upload.ts'

/**
 * An object store in a bucket of an S3-compatible service (Amazon S3 API Reference, version 2006-03-01); any number of
 * processes may share it. `scratch` is a folder of this machine, made if it is missing, for the files that are lent.
 */
export const openS3Store = async (client: S3Client, scratch: string): Promise<ObjectStore & ObjectRemover> => {
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  await removeAbandoned(scratch)
  const partials = openS3Partials(client)
  await partials.removeAbandoned()
  return {
    copies: true,
    put: (key, content, options) => put(client, guarded(key), content, options),
    append: (key, content, options) => partials.append(guarded(key), content, options),
    arrivedBytes: (key) => partials.sizeOf(guarded(key)),
    putFile: (key, path, signal) =>
      put(client, guarded(key), createReadStream(path, { highWaterMark: 1024 * 1024 }), {
        maxBytes: Infinity,
        ...(signal && { signal }),
      }),
    fetchFile: (key, path) => fetchFile(client, guarded(key), path),
    open: (key, part) => readObject(client, guarded(key), part),
    signedUrl: (key, seconds, headers) => client.signedUrl(guarded(key), seconds, headers),
    withFile: (key, work) => lend(client, guarded(key), join(scratch, randomUUID()), work),
    has: (key) => has(client, guarded(key)),
    remove: async (key) => {
      await client.text({ method: 'DELETE', key: guarded(key) })
      await partials.remove(key)
    },
    removeUnder: (prefix) => removeKeys(client, `${guarded(prefix)}/`, () => true),
    removeOld: async (prefix, olderThanMs) => {
      assertOld(olderThanMs)
      await removeKeys(client, `${guarded(prefix)}/`, ({ putAt }) => Date.now() - putAt.getTime() > olderThanMs)
    },
    dropCached: async (key) => {
      assertCached(key)
      await client.text({ method: 'DELETE', key: guarded(key) })
      await removeKeys(client, `${key}/`, () => true)
    },
  }
}

const guarded = (key: string) => {
  assertKey(key)
  return key
}

const put = async (client: S3Client, key: string, content: Readable, options: PutOptions): Promise<StoredObject> => {
  const { signal } = options
  // A stream may break before its iteration begins; the iteration then reports the error.
  content.on('error', () => undefined)
  const cancel = () => content.destroy(signal?.reason as Error)
  signal?.addEventListener('abort', cancel, { once: true })
  const upload = openUpload(client, key, noUpload, { signal })
  try {
    signal?.throwIfAborted()
    const stored = await writeTo(upload, content, options)
    signal?.throwIfAborted()
    await upload.finish()
    return stored
  } catch (error) {
    // The answer that the store is away has to come through while the rest of a request is on its way.
    if (!isStorageDown(error)) content.destroy()
    await upload.abort()
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

/** Nothing is to be seen under the key before `finish`, so the declared size and hash are compared before it. */
const writeTo = async (upload: Upload, content: Readable, { maxBytes, expected }: PutOptions) => {
  const measuring = openMeasure()
  for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    measuring.add(chunk)
    if (measuring.sizeBytes > maxBytes) throw new ObjectTooLargeError(maxBytes)
    await upload.write(chunk)
  }
  const stored = measuring.result()
  refuseOthers(stored, expected)
  return stored
}

/** Hashed while it is written: nothing is read twice. */
const fetchFile = async (client: S3Client, key: string, path: string): Promise<StoredObject | undefined> => {
  const found = await readObject(client, key)
  if (!found) return undefined
  const { pass, result } = openMeasure()
  try {
    await pipeline(found.content, pass, createWriteStream(path, { flags: 'wx', mode: 0o400, flush: true }))
    return result()
  } catch (error) {
    await rm(path, { force: true })
    throw isDiskFull(error) ? new StorageFullError('a file of the object store', { cause: error }) : error
  }
}

const lend = async <T>(client: S3Client, key: string, path: string, work: (path: string) => Promise<T>) => {
  const found = await readObject(client, key)
  if (!found) return undefined
  try {
    await pipeline(found.content, createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch((error: unknown) => {
      throw isDiskFull(error) ? new StorageFullError('a file of the object store', { cause: error }) : error
    })
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

// An answer to HEAD has no body, so that a missing bucket looks like a missing key there; a listing distinguishes them.
const has = async (client: S3Client, key: string) => {
  try {
    await client.text({ method: 'HEAD', key })
    return true
  } catch (error) {
    if (!(error instanceof S3Refusal && error.status === 404)) throw error
    await listKeys(client, key, 1).next()
    return false
  }
}
