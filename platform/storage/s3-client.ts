import { AwsV4Signer } from 'aws4fetch'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request as send } from 'undici'
import type { BucketAddress } from '../configuration/bucket-kind.ts'
import { S3Refusal, StorageFullError, StorageUnavailableError, StoreFullError } from './errors.ts'
import type { SignedHeaders } from './objects.ts'
import { answerOf, childOf } from './s3-xml.ts'

/** A bucket of an S3-compatible service, and how to sign for it. Its name is the first part of each path there. */
export interface Bucket extends BucketAddress {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Within the prefix; without one it is about the bucket. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly signal?: AbortSignal | undefined
}

export interface S3Answer {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The caller reads it to its end or destroys it. */
  readonly body: Readable
}

/** Signed requests to a bucket. */
export type S3Client = ReturnType<typeof openS3Client>

/** How content is cut, and how long a service that failed is not asked again. */
export interface S3Pace {
  /** Parts of an upload, except the last, have to be at least 5 MiB, and there may be 10,000: 8 MiB reaches 78 GiB. */
  readonly partBytes: number
  /** Half of the pause before the second attempt; each further pause is twice as long. */
  readonly firstPauseMs: number
}
const usualPace: S3Pace = { partBytes: 8 * 2 ** 20, firstPauseMs: 25 }

const attemptsMost = 5
const idleMs = 30_000

export const openS3Client = (bucket: Bucket, { partBytes, firstPauseMs } = usualPace) => {
  const agent = new Agent({ connect: { timeout: 10_000 }, headersTimeout: idleMs, bodyTimeout: idleMs })
  const signingKeys = new Map<string, ArrayBuffer>()
  const again = async <T>(request: S3Request, read: (answer: S3Answer) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await read(await sendOnce(bucket, request, agent, signingKeys))
      } catch (error) {
        request.signal?.throwIfAborted()
        if (!isPassing(error)) throw error
        if (attempt === attemptsMost) throw new StorageUnavailableError({ cause: error })
        await pause(firstPauseMs * 2 ** attempt * (0.5 + Math.random()), undefined, { signal: request.signal })
      }
    }
  }
  return {
    prefix: bucket.prefix,
    /** The part size of an upload. */
    partBytes,
    /**
     * Sends a signed request, and retries it after a while if the service is busy or cannot be reached. A refusal is an
     * S3Refusal, a full service a StorageFullError, a service that does not answer a StorageUnavailableError.
     */
    send: (request: S3Request) => again(request, (answer) => Promise.resolve(answer)),
    /** Like `send`, for a short answer that is read whole. */
    text: (request: S3Request) =>
      again(request, async ({ headers, body }) => {
        const text = (await buffer(body)).toString()
        refuseError(text)
        return { headers, text }
      }),
    /** A presigned address of an object; undefined if the service is not reached by https, as within a data centre. */
    signedUrl: (key: string, seconds: number, headers: SignedHeaders) => signUrl(bucket, key, seconds, headers),
    close: () => agent.close(),
  }
}

/** Source: Amazon S3 API Reference, “Authenticating Requests: Using Query Parameters (AWS Signature Version 4)”. */
const signUrl = async (
  { endpoint, bucket, prefix, region, ...credentials }: Bucket,
  key: string,
  seconds: number,
  { mediaType, disposition }: SignedHeaders,
): Promise<string | undefined> => {
  if (!endpoint.startsWith('https://')) return undefined
  const query = new URLSearchParams({
    'X-Amz-Expires': String(seconds),
    'response-content-type': mediaType,
    'response-content-disposition': disposition,
  })
  const signed = await new AwsV4Signer({
    method: 'GET',
    url: `${endpoint}/${bucket}/${prefix}${key}?${query.toString().replaceAll('+', '%20')}`,
    ...credentials,
    sessionToken: credentials.sessionToken ?? '',
    region,
    service: 's3',
    signQuery: true,
  }).sign()
  return signed.url.href
}

const sendOnce = async (
  { endpoint, bucket, prefix, region, ...credentials }: Bucket,
  { method, key, query, headers, body, signal }: S3Request,
  dispatcher: Agent,
  cache: Map<string, ArrayBuffer>,
): Promise<S3Answer> => {
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  const path = key === undefined ? bucket : `${bucket}/${prefix}${key}`
  const signed = await new AwsV4Signer({
    method,
    url: `${endpoint}/${path}${search}`,
    headers: {
      ...headers,
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
    ...credentials,
    sessionToken: credentials.sessionToken ?? '',
    region,
    service: 's3',
    cache,
  }).sign()
  const answer = await send(signed.url, {
    method,
    dispatcher,
    body: body ?? null,
    headers: Object.fromEntries(signed.headers),
    ...(signal && { signal }),
  })
  if (answer.statusCode < 300) return { headers: answer.headers, body: answer.body }
  throw refusalOf(answer.statusCode, (await buffer(answer.body)).subarray(0, 65_536).toString())
}

/** Some requests fail behind a status of 200, with an error as their whole answer. */
const refuseError = (text: string) => {
  if (!text.includes('<Error>')) return
  const answer = answerOf(text)
  if (answer.name === 'Error') throw refusalOf(500, text)
}

const refusalOf = (status: number, text: string) => {
  const code = text.includes('<Error') ? (childOf(answerOf(text), 'Code') ?? 'Unknown') : 'Unknown'
  if (status === 507 || full.has(code)) return new StoreFullError('the object store', { cause: code })
  return new S3Refusal(status, code)
}

const full = new Set(['XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage'])
const busy = new Set(['SlowDown', 'RequestTimeout', 'InternalError', 'ServiceUnavailable', 'Throttling'])

/** Whether a request may succeed a little later. An error that the service did not answer is one of the network. */
const isPassing = (error: unknown) => {
  if (error instanceof StorageFullError) return false
  if (!(error instanceof S3Refusal)) return true
  return busy.has(error.code) || error.status === 429 || error.status >= 500
}
