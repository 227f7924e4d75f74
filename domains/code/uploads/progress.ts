import type { Static } from '../../../platform/contract/index.ts'
import type { Resumption } from '../../../platform/handler/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { UploadProgress } from './contract.ts'
import { statusAt, type SessionState } from './rules.ts'
import type { UploadSession } from './session.ts'

/** The arrived bytes of a session's bundle, also in the headers. */
export const uploadProgress = async (
  objects: Pick<ObjectStore, 'arrivedBytes'>,
  session: UploadSession & SessionState,
  { key, now, resumption }: { readonly key: string; readonly now: Date; readonly resumption: Resumption },
): Promise<Static<typeof UploadProgress>> => {
  const { id, bundleSizeBytes: sizeBytes } = session
  const isComplete = session.status !== 'accepting'
  const offset = isComplete ? sizeBytes : await objects.arrivedBytes(key)
  resumption.tell(offset, isComplete)
  return { id, status: statusAt(session, now), offset, sizeBytes }
}
