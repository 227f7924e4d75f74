import type { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import {
  ObjectMismatchError,
  ObjectTooLargeError,
  StorageFullError,
  type ObjectStore,
  type StoredObject,
} from '../../../../platform/storage/index.ts'
import { beginsAsBundle } from '../bundle-start.ts'
import { uploadProjectImportBundle } from '../contract.ts'
import { bundleKey } from '../present.ts'
import { statusAt } from '../rules.ts'
import { findImport, markUploaded } from '../store.ts'
import type { ImportRow } from '../tables.ts'

export default (objects: ObjectStore) =>
  handle(uploadProjectImportBundle, async ({ params, caller, body, signal, now, read, commit, fail, absent }) => {
    const session = await read((tx) => findImport(tx, params.id, caller.userId))
    const { id, bundleSha256: sha256, bundleSizeBytes: sizeBytes } = session ?? absent()
    if (!['accepting', 'uploaded'].includes(statusAt(session!, now))) return fail.closed()
    if (!(await beginsAsBundle(body))) return fail.notABundle()
    const received = await receive(objects, bundleKey(id), body, { sha256, sizeBytes }, signal)
    if (received instanceof StorageFullError) return fail.diskFull()
    if (received instanceof ObjectTooLargeError)
      return fail.mismatch({ sizeBytes: received.maxBytes + 1, sha256: null })
    if (received instanceof ObjectMismatchError) return fail.mismatch(received.received)
    return commit(async ({ tx, now: at, ok }) => {
      const uploaded = await markUploaded(tx, id)
      if (!uploaded) {
        await dropUnused(objects, id, await findImport(tx, id, caller.userId), at)
        return fail.closed()
      }
      return ok(
        { id, status: statusAt(uploaded, at), sha256, sizeBytes },
        { resource: ['import', id], metadata: { sha256, sizeBytes } },
      )
    })
  })

/** Nobody asks any more for what came too late; a finalizer at work reads these same bytes. */
const dropUnused = async (objects: ObjectStore, id: string, session: ImportRow | undefined, now: Date) => {
  if (!session || ['finalized', 'expired'].includes(statusAt(session, now))) await objects.remove(bundleKey(id))
}

type Refused = StorageFullError | ObjectTooLargeError | ObjectMismatchError

const receive = async (
  objects: ObjectStore,
  key: string,
  body: Readable,
  expected: StoredObject,
  signal: AbortSignal,
) => {
  try {
    return await objects.put(key, body, { maxBytes: expected.sizeBytes, expected, signal })
  } catch (error) {
    const refused = [StorageFullError, ObjectTooLargeError, ObjectMismatchError].some((kind) => error instanceof kind)
    if (refused) return error as Refused
    throw error
  }
}
