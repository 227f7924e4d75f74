import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ObjectMismatchError, ObjectTooLargeError, OffsetError, isSameObject, isStorageDown } from './errors.ts'
import { measure, openMeasure } from './measure.ts'
import type { AppendOptions, StoredObject } from './objects.ts'
import type { S3Client } from './s3-client.ts'
import { listKeys, removeKeys } from './s3-list.ts'
import { readObject } from './s3-read.ts'
import { abortUpload, noUpload, openUpload, partsOf, type StartedUpload, type Upload } from './s3-upload.ts'

/** The state of an object that is arriving, stored in an object of its own whose key no caller can form. */
interface State {
  readonly key: string
  /** The sender that continues; an earlier one finds another name here and stops. */
  readonly sender: string
  readonly uploadId: string | undefined
}

const folder = '.arriving'
const abandonedAfterMs = 48 * 60 * 60_000

const placeOf = (key: string) => `${folder}/${createHash('sha256').update(key).digest('hex')}`
const stateAt = (key: string) => `${placeOf(key)}/state`
const tailAt = (key: string, number: number) => `${placeOf(key)}/tail-${number}`

/** Objects that arrive in parts: whole parts in a multipart upload, the rest in an object beside the state. */
export const openS3Partials = (client: S3Client) => ({
  sizeOf: async (key: string): Promise<number> => {
    const state = await stateOf(client, key)
    return state ? sizeOf(await begunOf(client, state)) : 0
  },
  remove: (key: string) => remove(client, key),
  /** Drops what uploads that were given up have left. */
  removeAbandoned: async () => {
    for await (const { key, putAt } of listKeys(client, `${folder}/`)) {
      if (Date.now() - putAt.getTime() < abandonedAfterMs) continue
      const text = key.endsWith('/state') ? await readWhole(client, key) : undefined
      if (text) await drop(client, JSON.parse(text.toString()) as State)
    }
  },
  append: async (key: string, content: Readable, options: AppendOptions): Promise<StoredObject> => {
    // A stream may break before its iteration begins; the iteration then reports the error.
    content.on('error', () => undefined)
    try {
      return await append(client, key, content, options)
    } catch (error) {
      // The answer with the right offset has to come through while the rest is on its way.
      if (!(error instanceof OffsetError) && !isStorageDown(error)) content.destroy()
      throw error
    }
  },
})

const append = async (client: S3Client, key: string, content: Readable, options: AppendOptions) => {
  const { own, begun } = await take(client, key, options.offset)
  const arrived = { bytes: options.offset }
  const upload = openUpload(client, key, begun, {
    mayGoOn: () => refuseTaken(client, own, arrived.bytes),
    onBegun: (uploadId) => putState(client, { ...own, uploadId }),
  })
  const dropAll = async () => {
    await upload.abort()
    await drop(client, own)
  }
  const storeTail = async () => {
    await refuseTaken(client, own, arrived.bytes)
    const { number, tail } = upload.rest()
    if (tail.length > 0) await client.text({ method: 'PUT', key: tailAt(key, number), body: tail })
  }
  const sha256 = await write(upload, content, arrived, options).catch(async (error: unknown) => {
    if (error instanceof ObjectTooLargeError) await dropAll()
    // The reason for the end counts; without its tail, the upload continues a part earlier.
    else if (!(error instanceof OffsetError)) await storeTail().catch(() => undefined)
    throw error
  })
  const whole = { sizeBytes: arrived.bytes, sha256 }
  // Content that came at once is compared before it can be read; of other content only the whole can be read.
  if (options.offset === 0 && !isSameObject(whole, options.expected)) {
    await dropAll()
    throw new ObjectMismatchError(whole)
  }
  await upload.finish()
  await drop(client, { ...own, uploadId: undefined })
  return options.offset === 0 ? whole : verified(client, key, options.expected)
}

const stateOf = async (client: S3Client, key: string): Promise<State | undefined> => {
  const text = await readWhole(client, stateAt(key))
  return text && (JSON.parse(text.toString()) as State)
}

const putState = async (client: S3Client, state: State) => {
  await client.text({ method: 'PUT', key: stateAt(state.key), body: Buffer.from(JSON.stringify(state)) })
}

const begunOf = async (client: S3Client, { key, uploadId }: State): Promise<StartedUpload> => {
  const parts = uploadId === undefined ? [] : await partsOf(client, key, uploadId)
  if (!parts) return noUpload
  const tail = (await readWhole(client, tailAt(key, parts.length + 1))) ?? Buffer.alloc(0)
  return { uploadId, parts, tail }
}

const drop = async (client: S3Client, state: State) => {
  if (state.uploadId !== undefined) await abortUpload(client, state.key, state.uploadId)
  await removeKeys(client, `${placeOf(state.key)}/`, () => true)
}

const remove = async (client: S3Client, key: string) => {
  const state = await stateOf(client, key)
  if (state) await drop(client, state)
}

/** Makes the caller the only sender of an object, from the offset that it continues at. */
const take = async (client: S3Client, key: string, offset: number) => {
  if (offset === 0) await remove(client, key)
  const state = await stateOf(client, key)
  const begun = state ? await begunOf(client, state) : noUpload
  if (sizeOf(begun) !== offset) throw new OffsetError(sizeOf(begun))
  const own = { key, sender: randomUUID(), uploadId: begun.uploadId }
  await putState(client, own)
  return { own, begun }
}

const refuseTaken = async (client: S3Client, { key, sender }: State, arrivedBytes: number) => {
  if ((await stateOf(client, key))?.sender !== sender) throw new OffsetError(arrivedBytes)
}

const sizeOf = ({ parts, tail }: StartedUpload) => parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, tail.length)

/** Sends what comes, and returns the hash of that. */
const write = async (
  upload: Upload,
  content: Readable,
  arrived: { bytes: number },
  { expected, signal }: AppendOptions,
): Promise<string> => {
  const cancel = () => content.destroy(signal?.reason as Error)
  signal?.addEventListener('abort', cancel, { once: true })
  const measuring = openMeasure()
  try {
    for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (arrived.bytes + chunk.length > expected.sizeBytes) throw new ObjectTooLargeError(expected.sizeBytes)
      measuring.add(chunk)
      arrived.bytes += chunk.length
      await upload.write(chunk)
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
  return measuring.result().sha256
}

/** Reads a whole object, and removes it if it differs from the declared object. */
const verified = async (client: S3Client, key: string, expected: StoredObject): Promise<StoredObject> => {
  const found = await readObject(client, key)
  if (!found) throw new Error('The object store has lost what was just stored.')
  const stored = await measure(found.content)
  if (isSameObject(stored, expected)) return stored
  await client.text({ method: 'DELETE', key })
  throw new ObjectMismatchError(stored)
}

const readWhole = async (client: S3Client, key: string): Promise<Buffer | undefined> => {
  const found = await readObject(client, key)
  return found && buffer(found.content)
}
