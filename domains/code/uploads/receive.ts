import type { Readable } from 'node:stream'
import type { Static } from '../../../platform/contract/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Resumption } from '../../../platform/handler/index.ts'
import { announceObjects } from '../../../platform/removals/index.ts'
import {
  ObjectMismatchError,
  ObjectTooLargeError,
  OffsetError,
  StorageFullError,
  type ObjectStore,
  type StoredObject,
} from '../../../platform/storage/index.ts'
import type { UploadAccepted } from './contract.ts'
import { statusAt, type SessionState } from './rules.ts'
import type { UploadSession } from './session.ts'
import type { SessionStore } from './store.ts'
import { once } from 'node:events'
import { looksLikeBundle } from '../../../execution/repositories/index.ts'

export interface ReceiveParts {
  readonly database: Database
  readonly objects: ObjectStore
}

/** One request that brings the bundle of a session, or more of it. */
interface UploadRequest {
  readonly workspace: string
  readonly body: Readable
  readonly now: Date
  readonly signal: AbortSignal
  readonly resumption: Resumption
  /** The refusals of its operation; each ends the request. */
  readonly fail: {
    closed(): never
    notABundle(): never
    diskFull(): never
    offset(details: { readonly offset: number }): never
    mismatch(details: { readonly sizeBytes: number; readonly sha256: string | null }): never
  }
}

/**
 * Stores the bundle of a request. Returns the work for the transaction of its answer: mark the session, or refuse if
 * the session was closed during the upload. A bundle is deleted 48 hours after it came: a session lasts for one day.
 */
export const receiveUpload = async (
  { objects, database }: ReceiveParts,
  sessions: SessionStore,
  session: UploadSession & SessionState,
  { workspace, body, now, signal, resumption, fail }: UploadRequest,
): Promise<(tx: Transaction, at: Date) => Promise<Static<typeof UploadAccepted>>> => {
  const { id, bundleSha256: sha256, bundleSizeBytes: sizeBytes } = session
  if (!['accepting', 'uploaded'].includes(statusAt(session, now))) fail.closed()
  const key = sessions.bundleKey(id)
  const offset = resumption.offset()
  await database.within(workspace, (tx) => announceObjects(tx, { keys: [key] }))
  const received = await storeBundle(objects, key, body, { sha256, sizeBytes }, { offset, signal })
  if (received.fault === 'not-a-bundle') fail.notABundle()
  if (received.fault === 'disk-full') fail.diskFull()
  if (received.fault === 'offset') {
    resumption.tell(received.offset, false)
    fail.offset({ offset: received.offset })
  }
  if (received.fault === 'mismatch') fail.mismatch(received.received)
  return async (tx, at) => {
    const uploaded = await sessions.markUploaded(tx, { id })
    if (!uploaded) return fail.closed()
    if (offset !== undefined) resumption.tell(sizeBytes, true)
    return { id, status: statusAt(uploaded, at), sha256, sizeBytes }
  }
}

type Received =
  | { readonly fault?: undefined }
  | { readonly fault: 'not-a-bundle' | 'disk-full' }
  | { readonly fault: 'offset'; readonly offset: number }
  | { readonly fault: 'mismatch'; readonly received: { readonly sizeBytes: number; readonly sha256: string | null } }

/** Stores the declared bundle as it passes, and no other, from `offset` on; if a connection breaks, its bytes stay. */
const storeBundle = async (
  objects: ObjectStore,
  key: string,
  body: Readable,
  expected: StoredObject,
  { offset, signal }: { readonly offset: number | undefined; readonly signal: AbortSignal },
): Promise<Received> => {
  if (!offset && !(await startsWithBundleHeader(body))) return { fault: 'not-a-bundle' }
  try {
    if (offset === undefined) await objects.put(key, body, { maxBytes: expected.sizeBytes, expected, signal })
    else await objects.append(key, body, { offset, expected, signal })
    return {}
  } catch (error) {
    if (error instanceof StorageFullError) return { fault: 'disk-full' }
    if (error instanceof OffsetError) return { fault: 'offset', offset: error.arrivedBytes }
    if (error instanceof ObjectMismatchError) return { fault: 'mismatch', received: error.received }
    if (error instanceof ObjectTooLargeError)
      return { fault: 'mismatch', received: { sizeBytes: error.maxBytes + 1, sha256: null } }
    throw error
  }
}

// “# v2 git bundle” with its line end: the first line of every bundle.
const firstLineBytes = 16

/** True if a stream begins as a git bundle; the bytes that were read are put back, unless the stream ended before. */
export const startsWithBundleHeader = async (body: Readable): Promise<boolean> => {
  let start = Buffer.alloc(0)
  while (start.length < firstLineBytes) {
    const chunk = body.read() as Buffer | null
    if (chunk) start = Buffer.concat([start, chunk])
    else if (body.readableEnded) return false
    else await moreOf(body)
  }
  body.unshift(start)
  return looksLikeBundle(start)
}

const moreOf = async (stream: Readable) => {
  const stop = new AbortController()
  const { signal } = stop
  const more = Promise.race([once(stream, 'readable', { signal }), once(stream, 'end', { signal })])
  await more.finally(() => stop.abort())
}
