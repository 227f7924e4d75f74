import { handle } from '../../../../platform/handler/index.ts'
import type { ObjectStore } from '../../../../platform/storage/index.ts'
import { receiveUpload } from '../../uploads/index.ts'
import { uploadProjectImportBundle } from '../contract.ts'
import { findImport, importSessions } from '../store.ts'

export default (objects: ObjectStore) =>
  handle(
    uploadProjectImportBundle,
    async ({ params, caller, body, signal, now, resumption, read, commit, fail, absent }) => {
      const session = (await read((tx) => findImport(tx, params.id, caller.userId))) ?? absent()
      const accept = await receiveUpload(objects, importSessions, session, { body, now, signal, resumption, fail })
      return commit(async ({ tx, now: at, ok }) => {
        const accepted = await accept(tx, at)
        const { id, sha256, sizeBytes } = accepted
        return ok(accepted, { resource: ['import', id], metadata: { sha256, sizeBytes } })
      })
    },
  )
