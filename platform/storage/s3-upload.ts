import { S3Refusal } from './errors.ts'
import type { S3Client } from './s3-client.ts'
import { answerOf, childOf, childrenOf, partsDocument } from './s3-xml.ts'

interface UploadedPart {
  readonly number: number
  readonly etag: string
  readonly sizeBytes: number
}

/** A multipart upload that has begun; without one the written data is smaller than a part. */
export interface StartedUpload {
  readonly uploadId: string | undefined
  readonly parts: readonly UploadedPart[]
  /** The rest behind the parts, less than one. */
  readonly tail: Buffer
}

/** An upload without any content. */
export const noUpload: StartedUpload = { uploadId: undefined, parts: [], tail: Buffer.alloc(0) }

interface Watch {
  /** Called before each part is sent; throws if the upload is another’s now. */
  readonly mayGoOn?: () => Promise<void>
  /** Called once the service has given the upload an id. */
  readonly onBegun?: (uploadId: string) => Promise<void>
  readonly signal?: AbortSignal | undefined
}

/** Opens an upload for a key; its content is visible there from `finish` on. Keeps one part in memory. */
export const openUpload = (
  client: S3Client,
  key: string,
  begun: StartedUpload,
  { mayGoOn, onBegun, signal }: Watch,
) => {
  const { partBytes } = client
  const parts = [...begun.parts]
  let { uploadId } = begun
  let waiting: Buffer[] = begun.tail.length > 0 ? [begun.tail] : []
  let waitingBytes = begun.tail.length
  const sendPart = async (body: Buffer) => {
    await mayGoOn?.()
    if (uploadId === undefined) {
      uploadId = await beginUpload(client, key, signal)
      await onBegun?.(uploadId)
    }
    const number = parts.length + 1
    const query = { partNumber: String(number), uploadId }
    const { headers } = await client.text({ method: 'PUT', key, query, body, signal })
    parts.push({ number, etag: String(headers.etag), sizeBytes: body.length })
  }
  return {
    write: async (chunk: Buffer): Promise<void> => {
      waiting.push(chunk)
      waitingBytes += chunk.length
      while (waitingBytes >= partBytes) {
        const whole = Buffer.concat(waiting)
        await sendPart(whole.subarray(0, partBytes))
        waiting = [whole.subarray(partBytes)]
        waitingBytes -= partBytes
      }
    },
    /** The content that is not uploaded yet: the bytes after the last whole part, and the number of their part. */
    rest: () => ({ number: parts.length + 1, tail: Buffer.concat(waiting) }),
    finish: async (): Promise<void> => {
      await mayGoOn?.()
      const rest = Buffer.concat(waiting)
      if (uploadId === undefined) {
        await client.text({ method: 'PUT', key, body: rest, signal })
        return
      }
      if (rest.length > 0) await sendPart(rest)
      waiting = []
      await joinParts(client, key, uploadId, parts, signal)
    },
    abort: async (): Promise<void> => {
      if (uploadId !== undefined) await abortUpload(client, key, uploadId)
    },
  }
}
export type Upload = ReturnType<typeof openUpload>

const beginUpload = async (client: S3Client, key: string, signal: AbortSignal | undefined) => {
  const { text } = await client.text({ method: 'POST', key, query: { uploads: '' }, signal })
  const uploadId = childOf(answerOf(text), 'UploadId')
  if (!uploadId) throw new Error('The object store began an upload without an id.')
  return uploadId
}

/** A first attempt may have arrived although its answer was lost: the upload is then over, and the object whole. */
const joinParts = async (
  client: S3Client,
  key: string,
  uploadId: string,
  parts: readonly UploadedPart[],
  signal: AbortSignal | undefined,
) => {
  try {
    await client.text({ method: 'POST', key, query: { uploadId }, body: partsDocument(parts), signal })
  } catch (error) {
    if (!(error instanceof S3Refusal && error.code === 'NoSuchUpload')) throw error
    const { headers } = await client.text({ method: 'HEAD', key, signal })
    if (Number(headers['content-length']) !== parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)) throw error
  }
}

/** The caller needs the error of the upload; the bucket’s own rule removes parts that stay. */
export const abortUpload = async (client: S3Client, key: string, uploadId: string): Promise<void> => {
  await client.text({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
}

/** The whole parts of an upload, in their order; undefined if the upload does not exist any more. */
export const partsOf = async (client: S3Client, key: string, uploadId: string): Promise<UploadedPart[] | undefined> => {
  const parts: UploadedPart[] = []
  for (let after: string | undefined = '0'; after !== undefined;) {
    const query = { uploadId, 'part-number-marker': after }
    const found = await client.text({ method: 'GET', key, query }).catch((error: unknown) => {
      if (error instanceof S3Refusal && error.code === 'NoSuchUpload') return undefined
      throw error
    })
    if (!found) return undefined
    const list = answerOf(found.text)
    for (const part of childrenOf(list, 'Part')) {
      const number = Number(childOf(part, 'PartNumber'))
      parts.push({ number, etag: childOf(part, 'ETag') ?? '', sizeBytes: Number(childOf(part, 'Size')) })
    }
    after = childOf(list, 'IsTruncated') === 'true' ? childOf(list, 'NextPartNumberMarker') : undefined
  }
  const gap = parts.findIndex(({ number }, at) => number !== at + 1)
  return gap < 0 ? parts : parts.slice(0, gap)
}
