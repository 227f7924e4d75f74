import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { refusedSignature } from './s3-signature.ts'

interface Kept {
  readonly content: Buffer
  putAt: Date
}

/** What the next matching request gets instead of its answer. */
export type Fault = 'slow-down' | 'hang-up' | 'complete-fails' | 'complete-unheard' | 'cut-answer'

export const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }

const minPartBytes = 5 * 1024 * 1024
const pageSize = 2

/**
 * A bucket on loopback that checks signatures, and refuses what S3 refuses: parts that are too small, ranges of another
 * object, uploads that are not there. Lists have pages of two, so that paging is always met.
 */
export const startFakeS3 = async (bucket: string) => {
  const objects = new Map<string, Kept>()
  const uploads = new Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>()
  const faults: Fault[] = []
  const state: { refusal?: readonly [status: number, code: string] | undefined; isDown?: boolean } = {}
  const requests: string[] = []
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  const takeFault = (fault: Fault) => faults[0] === fault && faults.shift() !== undefined
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    const url = new URL(request.url ?? '/', 'http://fake')
    const [, name, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    requests.push(`${request.method} ${url.pathname}${url.search}`)
    if (state.isDown || takeFault('hang-up')) return response.destroy()
    const refused = refusedSignature(request, body, credentials)
    if (refused) return refuse(response, 403, refused)
    if (state.refusal) return refuse(response, ...state.refusal)
    if (takeFault('slow-down')) return refuse(response, 503, 'SlowDown')
    if (name !== bucket) return refuse(response, 404, 'NoSuchBucket')
    const key = rest.join('/')
    if (key === '') return list(url, response)
    const asked = { url, key, body }
    if (url.searchParams.has('uploads')) return begin(response, key)
    if (url.searchParams.has('uploadId')) return multipart(request, response, asked)
    return single(request, response, asked)
  }
  const list = (url: URL, response: ServerResponse) => {
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
  const single = (request: IncomingMessage, response: ServerResponse, { key, body }: Asked) => {
    if (request.method === 'PUT') {
      objects.set(key, { content: body, putAt: new Date() })
      return response.setHeader('etag', etag(body)).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const kept = objects.get(key)
    if (!kept) return refuse(response, 404, 'NoSuchKey')
    const { content } = kept
    const match = request.headers['if-match']
    if (match !== undefined && match !== etag(content)) return refuse(response, 412, 'PreconditionFailed')
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    response.setHeader('content-length', content.length - from).setHeader('etag', etag(content))
    if (request.method === 'HEAD') return response.end()
    if (from > 0) {
      response.statusCode = 206
      response.setHeader('content-range', `bytes ${from}-${content.length - 1}/${content.length}`)
    }
    if (!takeFault('cut-answer')) return response.end(content.subarray(from))
    const half = Math.floor((content.length - from) / 2)
    return response.write(content.subarray(from, from + half), () => response.destroy())
  }
  const begin = (response: ServerResponse, key: string) => {
    const id = randomUUID()
    uploads.set(id, { key, parts: new Map() })
    return xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }
  const multipart = (request: IncomingMessage, response: ServerResponse, { url, key, body }: Asked) => {
    const id = url.searchParams.get('uploadId') ?? ''
    const upload = uploads.get(id)
    if (upload?.key !== key) return refuse(response, 404, 'NoSuchUpload')
    if (request.method === 'GET') return listParts(url, response, upload.parts)
    if (request.method === 'PUT') {
      upload.parts.set(Number(url.searchParams.get('partNumber')), body)
      return response.setHeader('etag', etag(body)).end()
    }
    if (request.method === 'DELETE') {
      uploads.delete(id)
      return response.writeHead(204).end()
    }
    if (takeFault('complete-fails')) return xml(response, '<Error><Code>InternalError</Code></Error>')
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>("[0-9a-f]+")<\/ETag>/g)]
    const joined = named.map(([, number, tag]) => {
      const part = upload.parts.get(Number(number))
      return part && etag(part) === tag ? part : undefined
    })
    if (joined.length === 0 || joined.some((part) => !part)) return refuse(response, 400, 'InvalidPart')
    if (joined.some((part, at) => at < joined.length - 1 && part!.length < minPartBytes))
      return refuse(response, 400, 'EntityTooSmall')
    uploads.delete(id)
    objects.set(key, { content: Buffer.concat(joined as Buffer[]), putAt: new Date() })
    if (takeFault('complete-unheard')) return response.destroy()
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const place = { endpoint, bucket, prefix: '', region: 'us-east-1', ...credentials }
  return { endpoint, place, objects, uploads, faults, state, requests, close }
}

interface Asked {
  readonly url: URL
  readonly key: string
  readonly body: Buffer
}

const etag = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`
const xml = (response: ServerResponse, text: string) =>
  response.setHeader('content-type', 'application/xml').end(`<?xml version="1.0"?>${text}`)
const refuse = (response: ServerResponse, status: number, code: string) => {
  response.writeHead(status, { 'content-type': 'application/xml' })
  return response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
