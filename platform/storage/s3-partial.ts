import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ObjectMismatchError, ObjectTooLargeError, OffsetError } from './errors.ts'
import { isStorageDown } from './is-storage-down.ts'
import type { AppendOptions, StoredObject } from './objects.ts'
import type { S3Client } from './s3-client.ts'
import { listKeys, removeKeys } from './s3-list.ts'
import { readObject } from './s3-read.ts'
import { abortUpload, openUpload, partsOf, type Begun, type Upload } from './s3-upload.ts'

/** What is known of an object that is arriving, in an object of its own that no caller's key can name. */
interface State {
  readonly key: string
  /** The sender that goes on; an earlier one finds another name here and stops. */
  readonly sender: string
  readonly uploadId: string | undefined
}

const folder = '.arriving'
const abandonedAfterMs = 48 * 60 * 60_000

/**
 * Objects that arrive in parts: the whole parts in a multipart upload, and what came behind them, which is too little
 * for one, in an object beside the state.
 */
export const openS3Partials = (client: S3Client) => {
  const placeOf = (key: string) => `${folder}/${createHash('sha256').update(key).digest('hex')}`
  const stateAt = (key: string) => `${placeOf(key)}/state`
  const tailAt = (key: string, number: number) => `${placeOf(key)}/tail-${number}`
  const stateOf = async (key: string): Promise<State | undefined> => {
    const text = await readWhole(client, stateAt(key))
    return text && (JSON.parse(text.toString()) as State)
  }
  const keep = async (state: State) => {
    await client.text({ method: 'PUT', key: stateAt(state.key), body: Buffer.from(JSON.stringify(state)) })
  }
  const begunOf = async ({ key, uploadId }: State): Promise<Begun> => {
    const parts = uploadId === undefined ? [] : await partsOf(client, key, uploadId)
    if (!parts) return { uploadId: undefined, parts: [], tail: Buffer.alloc(0) }
    const tail = (await readWhole(client, tailAt(key, parts.length + 1))) ?? Buffer.alloc(0)
    return { uploadId, parts, tail }
  }
  const drop = async (state: State) => {
    if (state.uploadId !== undefined) await abortUpload(client, state.key, state.uploadId)
    await removeKeys(client, `${placeOf(state.key)}/`, () => true)
  }
  const remove = async (key: string) => {
    const state = await stateOf(key)
    if (state) await drop(state)
  }
  const take = async (key: string, offset: number) => {
    if (offset === 0) await remove(key)
    const state = await stateOf(key)
    const begun = state ? await begunOf(state) : { uploadId: undefined, parts: [], tail: Buffer.alloc(0) }
    if (sizeOf(begun) !== offset) throw new OffsetError(sizeOf(begun))
    const own = { key, sender: randomUUID(), uploadId: begun.uploadId }
    await keep(own)
    return { own, begun }
  }
  const refuseTaken = async ({ key, sender }: State, arrivedBytes: number) => {
    if ((await stateOf(key))?.sender !== sender) throw new OffsetError(arrivedBytes)
  }
  return {
    sizeOf: async (key: string): Promise<number> => {
      const state = await stateOf(key)
      return state ? sizeOf(await begunOf(state)) : 0
    },
    remove,
    /** Drops what uploads that were given up have left. */
    removeAbandoned: async () => {
      for await (const { key, putAt } of listKeys(client, `${folder}/`)) {
        if (Date.now() - putAt.getTime() < abandonedAfterMs) continue
        const text = key.endsWith('/state') ? await readWhole(client, key) : undefined
        if (text) await drop(JSON.parse(text.toString()) as State)
      }
    },
    append: async (key: string, content: Readable, options: AppendOptions): Promise<StoredObject> => {
      content.on('error', () => undefined)
      try {
        const { own, begun } = await take(key, options.offset)
        const arrived = { bytes: options.offset }
        const upload = openUpload(client, key, begun, {
          mayGoOn: () => refuseTaken(own, arrived.bytes),
          onBegun: (uploadId) => keep({ ...own, uploadId }),
        })
        const dropAll = async () => {
          await upload.abort()
          await drop(own)
        }
        const keepTail = async () => {
          await refuseTaken(own, arrived.bytes)
          const { number, tail } = upload.rest()
          if (tail.length > 0) await client.text({ method: 'PUT', key: tailAt(key, number), body: tail })
        }
        const sha256 = await write(upload, content, arrived, options).catch(async (error: unknown) => {
          if (error instanceof ObjectTooLargeError) await dropAll()
          // Why the sending ended is what counts; without its tail it goes on a part earlier.
          else if (!(error instanceof OffsetError)) await keepTail().catch(() => undefined)
          throw error
        })
        const whole = { sizeBytes: arrived.bytes, sha256 }
        // Content that came at once is compared before anybody can see it; of other content only the whole can be read.
        if (options.offset === 0 && !isSame(whole, options.expected)) {
          await dropAll()
          throw new ObjectMismatchError(whole)
        }
        await upload.finish()
        await drop({ ...own, uploadId: undefined })
        return options.offset === 0 ? whole : await verified(client, key, options.expected)
      } catch (error) {
        // The answer with the right offset has to come through while the rest is on its way.
        if (!(error instanceof OffsetError) && !isStorageDown(error)) content.destroy()
        throw error
      }
    },
  }
}

const sizeOf = ({ parts, tail }: Begun) => parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, tail.length)

const isSame = (one: StoredObject, other: StoredObject) =>
  one.sizeBytes === other.sizeBytes && one.sha256 === other.sha256

/** Sends what comes, and gives the hash of that. */
const write = async (
  upload: Upload,
  content: Readable,
  arrived: { bytes: number },
  { expected, signal }: AppendOptions,
): Promise<string> => {
  const cancel = () => content.destroy(signal?.reason as Error)
  signal?.addEventListener('abort', cancel, { once: true })
  const hash = createHash('sha256')
  try {
    for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (arrived.bytes + chunk.length > expected.sizeBytes) throw new ObjectTooLargeError(expected.sizeBytes)
      hash.update(chunk)
      arrived.bytes += chunk.length
      await upload.write(chunk)
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
  return hash.digest('hex')
}

/** Reads a whole object, and removes it where it is another than was declared. */
const verified = async (client: S3Client, key: string, expected: StoredObject): Promise<StoredObject> => {
  const hash = createHash('sha256')
  const found = await readObject(client, key)
  if (!found) throw new Error('The object store has lost what was just stored.')
  for await (const chunk of found.content as AsyncIterable<Buffer>) hash.update(chunk)
  const stored = { sizeBytes: found.sizeBytes, sha256: hash.digest('hex') }
  if (isSame(stored, expected)) return stored
  await client.text({ method: 'DELETE', key })
  throw new ObjectMismatchError(stored)
}

const readWhole = async (client: S3Client, key: string): Promise<Buffer | undefined> => {
  const found = await readObject(client, key)
  return found && buffer(found.content)
}
