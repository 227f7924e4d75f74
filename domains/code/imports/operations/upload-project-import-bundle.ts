import { handle } from '../../../../platform/handler/index.ts'
import { receiveUpload, type ReceiveParts } from '../../uploads/index.ts'
import { uploadProjectImportBundle } from '../contract.ts'
import { findImport, importSessions } from '../store.ts'

export default (parts: ReceiveParts) =>
  handle(
    uploadProjectImportBundle,
    async ({ params, workspace, caller, body, signal, now, resumption, read, commit, fail, absent }) => {
      const session = (await read((tx) => findImport(tx, params.id, caller.userId))) ?? absent()
      const request = { workspace, body, now, signal, resumption, fail }
      const accept = await receiveUpload(parts, importSessions, session, request)
      return commit(async ({ tx, now: at, ok }) => {
        const accepted = await accept(tx, at)
        const { id, sha256, sizeBytes } = accepted
        return ok(accepted, { resource: ['import', id], metadata: { sha256, sizeBytes } })
      })
    },
  )
