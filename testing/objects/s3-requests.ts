import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface StoredContent {
  readonly content: Buffer
  putAt: Date
}

/** The fault that the next matching request gets instead of its answer. */
export type Fault = 'slow-down' | 'hang-up' | 'complete-fails' | 'complete-unheard' | 'cut-answer'

/** The objects of a bucket, and its planned failures. */
export interface Bucket {
  readonly objects: Map<string, StoredContent>
  readonly uploads: Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>
  readonly faults: Fault[]
  /** The least size of an upload's part, but for the last. */
  readonly minPartBytes: number
}

export interface ObjectRequest {
  readonly url: URL
  readonly key: string
  readonly body: Buffer
}

const pageSize = 2

/** Whether this fault is the next one, which is used up by asking. */
export const takeFault = ({ faults }: Bucket, fault: Fault): boolean =>
  faults[0] === fault && faults.shift() !== undefined

/** ListObjectsV2. */
export const listObjects = ({ objects }: Bucket, response: ServerResponse, url: URL) => {
  const after = url.searchParams.get('continuation-token') ?? ''
  const found = [...objects]
    .filter(([key]) => key.startsWith(url.searchParams.get('prefix') ?? '') && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const page = found.slice(0, pageSize)
  const entries = page.map(
    ([key, { putAt }]) => `<Contents><Key>${key}</Key><LastModified>${putAt.toISOString()}</LastModified></Contents>`,
  )
  const more = found.length > pageSize
  const next = more ? `<NextContinuationToken>${page.at(-1)![0]}</NextContinuationToken>` : ''
  return xml(
    response,
    `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
  )
}

/** PutObject, DeleteObject, HeadObject, GetObject. */
export const oneObject = (
  bucket: Bucket,
  request: IncomingMessage,
  response: ServerResponse,
  { key, body }: ObjectRequest,
) => {
  if (request.method === 'PUT') {
    bucket.objects.set(key, { content: body, putAt: new Date() })
    return response.setHeader('etag', etag(body)).end()
  }
  if (request.method === 'DELETE') {
    bucket.objects.delete(key)
    return response.writeHead(204).end()
  }
  const kept = bucket.objects.get(key)
  return kept ? giveObject(bucket, request, response, kept.content) : refuse(response, 404, 'NoSuchKey')
}

const giveObject = (bucket: Bucket, request: IncomingMessage, response: ServerResponse, content: Buffer) => {
  const match = request.headers['if-match']
  if (match !== undefined && match !== etag(content)) return refuse(response, 412, 'PreconditionFailed')
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  const from = Number(range?.[1] ?? 0)
  const end = range?.[2] ? Math.min(Number(range[2]) + 1, content.length) : content.length
  response.setHeader('content-length', end - from).setHeader('etag', etag(content))
  if (request.method === 'HEAD') return response.end()
  if (range) {
    response.statusCode = 206
    response.setHeader('content-range', `bytes ${from}-${end - 1}/${content.length}`)
  }
  if (!takeFault(bucket, 'cut-answer')) return response.end(content.subarray(from, end))
  const half = Math.floor((end - from) / 2)
  return response.write(content.subarray(from, from + half), () => response.destroy())
}

/** CreateMultipartUpload. */
export const beginUpload = ({ uploads }: Bucket, response: ServerResponse, key: string) => {
  const id = randomUUID()
  uploads.set(id, { key, parts: new Map() })
  return xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
}

/** UploadPart, ListParts, AbortMultipartUpload, CompleteMultipartUpload. */
export const oneUpload = (bucket: Bucket, request: IncomingMessage, response: ServerResponse, asked: ObjectRequest) => {
  const { url, key, body } = asked
  const id = url.searchParams.get('uploadId') ?? ''
  const upload = bucket.uploads.get(id)
  if (upload?.key !== key) return refuse(response, 404, 'NoSuchUpload')
  if (request.method === 'GET') return listParts(url, response, upload.parts)
  if (request.method === 'PUT') {
    upload.parts.set(Number(url.searchParams.get('partNumber')), body)
    return response.setHeader('etag', etag(body)).end()
  }
  if (request.method === 'DELETE') {
    bucket.uploads.delete(id)
    return response.writeHead(204).end()
  }
  return completeUpload(bucket, response, asked, { id, parts: upload.parts })
}

const completeUpload = (
  bucket: Bucket,
  response: ServerResponse,
  { key, body }: ObjectRequest,
  { id, parts }: { readonly id: string; readonly parts: ReadonlyMap<number, Buffer> },
) => {
  if (takeFault(bucket, 'complete-fails')) return xml(response, '<Error><Code>InternalError</Code></Error>')
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>("[0-9a-f]+")<\/ETag>/g)]
  const joined = named.map(([, number, tag]) => {
    const part = parts.get(Number(number))
    return part && etag(part) === tag ? part : undefined
  })
  if (joined.length === 0 || joined.some((part) => !part)) return refuse(response, 400, 'InvalidPart')
  if (joined.some((part, at) => at < joined.length - 1 && part!.length < bucket.minPartBytes))
    return refuse(response, 400, 'EntityTooSmall')
  bucket.uploads.delete(id)
  const content = Buffer.concat(joined as Buffer[])
  // As S3 does: the digest of the digests, since a large object is not read to answer.
  tags.set(content, etag(Buffer.from(named.map(([, , tag]) => tag).join(''))))
  bucket.objects.set(key, { content, putAt: new Date() })
  if (takeFault(bucket, 'complete-unheard')) return response.destroy()
  return xml(response, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`)
}

const listParts = (url: URL, response: ServerResponse, parts: ReadonlyMap<number, Buffer>) => {
  const after = Number(url.searchParams.get('part-number-marker') ?? 0)
  const found = [...parts].filter(([number]) => number > after).sort(([a], [b]) => a - b)
  const page = found.slice(0, pageSize)
  const entries = page.map(
    ([number, content]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${etag(content)}</ETag><Size>${content.length}</Size></Part>`,
  )
  const more = found.length > pageSize
  const next = more ? `<NextPartNumberMarker>${page.at(-1)![0]}</NextPartNumberMarker>` : ''
  return xml(
    response,
    `<ListPartsResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListPartsResult>`,
  )
}

const tags = new WeakMap<Buffer, string>()

const etag = (body: Buffer): string => {
  const tag = tags.get(body) ?? `"${createHash('md5').update(body).digest('hex')}"`
  tags.set(body, tag)
  return tag
}

const xml = (response: ServerResponse, text: string) =>
  response.setHeader('content-type', 'application/xml').end(`<?xml version="1.0"?>${text}`)
export const refuse = (response: ServerResponse, status: number, code: string) => {
  response.writeHead(status, { 'content-type': 'application/xml' })
  return response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
