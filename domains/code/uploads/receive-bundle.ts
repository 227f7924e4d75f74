import type { Readable } from 'node:stream'
import {
  ObjectMismatchError,
  ObjectTooLargeError,
  OffsetError,
  StorageFullError,
  type ObjectStore,
  type StoredObject,
} from '../../../platform/storage/index.ts'
import { beginsAsBundle } from './bundle-start.ts'

type Received =
  | { readonly fault?: undefined }
  | { readonly fault: 'not-a-bundle' | 'disk-full' }
  | { readonly fault: 'offset'; readonly offset: number }
  | { readonly fault: 'mismatch'; readonly received: { readonly sizeBytes: number; readonly sha256: string | null } }

/**
 * Stores the bundle that a session declared, as it passes; of any other nothing is kept. With an `offset` it goes on
 * there, and what arrives stays where the connection breaks.
 */
export const receiveBundle = async (
  objects: ObjectStore,
  key: string,
  body: Readable,
  expected: StoredObject,
  { offset, signal }: { readonly offset: number | undefined; readonly signal: AbortSignal },
): Promise<Received> => {
  if (!offset && !(await beginsAsBundle(body))) return { fault: 'not-a-bundle' }
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
