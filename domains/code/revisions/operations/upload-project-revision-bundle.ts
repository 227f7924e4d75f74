import { handle } from '../../../../platform/handler/index.ts'
import { receiveUpload, type ReceiveParts } from '../../uploads/index.ts'
import { uploadProjectRevisionBundle } from '../contract.ts'
import { findUpload, uploadSessions } from '../store-uploads.ts'

export default (parts: ReceiveParts) =>
  handle(
    uploadProjectRevisionBundle,
    async ({ params, workspace, body, signal, now, resumption, read, commit, fail, absent }) => {
      const place = { id: params.uploadId, projectId: params.id }
      const session = (await read((tx) => findUpload(tx, place))) ?? absent()
      const request = { workspace, body, now, signal, resumption, fail }
      const accept = await receiveUpload(parts, uploadSessions, session, request)
      return commit(async ({ tx, now: at, ok }) => {
        const accepted = await accept(tx, at)
        const { id: uploadId, sha256, sizeBytes } = accepted
        return ok(accepted, { resource: ['project', params.id], metadata: { uploadId, sha256, sizeBytes } })
      })
    },
  )
