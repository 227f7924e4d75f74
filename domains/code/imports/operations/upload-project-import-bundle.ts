import { handle } from '../../../../platform/handler/index.ts'
import type { ObjectStore } from '../../../../platform/storage/index.ts'
import { receiveBundle } from '../../bundles/index.ts'
import { isOver, statusAt } from '../../bundles/rules.ts'
import { uploadProjectImportBundle } from '../contract.ts'
import { findImport, importSessions } from '../store.ts'

export default (objects: ObjectStore) =>
  handle(
    uploadProjectImportBundle,
    async ({ params, caller, body, signal, now, resumption, read, commit, fail, absent }) => {
      const session = await read((tx) => findImport(tx, params.id, caller.userId))
      const { id, bundleSha256: sha256, bundleSizeBytes: sizeBytes } = session ?? absent()
      if (!['accepting', 'uploaded'].includes(statusAt(session!, now))) return fail.closed()
      const key = importSessions.bundleKey(id)
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
        const uploaded = await importSessions.markUploaded(tx, id)
        if (!uploaded) {
          if (isOver(await importSessions.stateOf(tx, id), at)) await objects.remove(key)
          return fail.closed()
        }
        if (offset !== undefined) resumption.tell(sizeBytes, true)
        return ok(
          { id, status: statusAt(uploaded, at), sha256, sizeBytes },
          { resource: ['import', id], metadata: { sha256, sizeBytes } },
        )
      })
    },
  )
