import { handle } from '../../../../platform/handler/index.ts'
import type { ObjectStore } from '../../../../platform/storage/index.ts'
import { receiveBundle } from '../../bundles/index.ts'
import { isOver, statusAt } from '../../bundles/rules.ts'
import { uploadProjectRevisionBundle } from '../contract.ts'
import { findUpload, uploadSessions } from '../store-uploads.ts'

export default (objects: ObjectStore) =>
  handle(
    uploadProjectRevisionBundle,
    async ({ params, caller, body, signal, now, resumption, read, commit, fail, absent }) => {
      const place = { id: params.uploadId, projectId: params.id, userId: caller.userId }
      const session = (await read((tx) => findUpload(tx, place))) ?? absent()
      const { id, bundleSha256: sha256, bundleSizeBytes: sizeBytes } = session
      if (!['accepting', 'uploaded'].includes(statusAt(session, now))) return fail.closed()
      const key = uploadSessions.bundleKey(id)
      const offset = resumption.offset()
      const received = await receiveBundle(objects, key, body, { sha256, sizeBytes }, { offset, signal })
      if (received.fault === 'not-a-bundle') return fail.notABundle()
      if (received.fault === 'disk-full') return fail.diskFull()
      if (received.fault === 'offset') {
        resumption.tell(received.offset, false)
        return fail.offset({ offset: received.offset })
      }
      if (received.fault === 'mismatch') return fail.mismatch(received.received)
      return commit(async ({ tx, now: at, ok }) => {
        const uploaded = await uploadSessions.markUploaded(tx, id)
        if (!uploaded) {
          if (isOver(await uploadSessions.stateOf(tx, id), at)) await objects.remove(key)
          return fail.closed()
        }
        const metadata = { uploadId: id, sha256, sizeBytes }
        if (offset !== undefined) resumption.tell(sizeBytes, true)
        return ok(
          { id, status: statusAt(uploaded, at), sha256, sizeBytes },
          { resource: ['project', params.id], metadata },
        )
      })
    },
  )
