import type { Readable } from 'node:stream'
import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Resumption } from '../../../platform/handler/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { UploadAccepted } from './contract.ts'
import { receiveBundle } from './receive-bundle.ts'
import { isOver, statusAt, type SessionState } from './rules.ts'
import type { BundleSession } from './session.ts'
import type { BundleSessions } from './store.ts'

/** One request that brings the bundle of a session, or more of it. */
interface Upload {
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
 * Stores the bundle that comes with a request. Gives what the transaction of its answer has to do: mark the session, or
 * refuse where it was closed meanwhile, when nobody asks for the bundle any more.
 */
export const takeUpload = async (
  objects: ObjectStore,
  sessions: BundleSessions,
  session: BundleSession & SessionState,
  { body, now, signal, resumption, fail }: Upload,
): Promise<(tx: Transaction, at: Date) => Promise<Static<typeof UploadAccepted>>> => {
  const { id, bundleSha256: sha256, bundleSizeBytes: sizeBytes } = session
  if (!['accepting', 'uploaded'].includes(statusAt(session, now))) fail.closed()
  const key = sessions.bundleKey(id)
  const offset = resumption.offset()
  const received = await receiveBundle(objects, key, body, { sha256, sizeBytes }, { offset, signal })
  if (received.fault === 'not-a-bundle') fail.notABundle()
  if (received.fault === 'disk-full') fail.diskFull()
  if (received.fault === 'offset') {
    resumption.tell(received.offset, false)
    fail.offset({ offset: received.offset })
  }
  if (received.fault === 'mismatch') fail.mismatch(received.received)
  return async (tx, at) => {
    const uploaded = await sessions.markUploaded(tx, id)
    if (!uploaded) {
      if (isOver(await sessions.stateOf(tx, id), at)) await objects.remove(key)
      return fail.closed()
    }
    if (offset !== undefined) resumption.tell(sizeBytes, true)
    return { id, status: statusAt(uploaded, at), sha256, sizeBytes }
  }
}
