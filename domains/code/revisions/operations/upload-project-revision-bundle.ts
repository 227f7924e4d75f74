import { handle } from '../../../../platform/handler/index.ts'
import type { ObjectStore } from '../../../../platform/storage/index.ts'
import { receiveUpload } from '../../uploads/index.ts'
import { uploadProjectRevisionBundle } from '../contract.ts'
import { findUpload, uploadSessions } from '../store-uploads.ts'

export default (objects: ObjectStore) =>
  handle(uploadProjectRevisionBundle, async ({ params, body, signal, now, resumption, read, commit, fail, absent }) => {
    const place = { id: params.uploadId, projectId: params.id }
    const session = (await read((tx) => findUpload(tx, place))) ?? absent()
    const accept = await receiveUpload(objects, uploadSessions, session, { body, now, signal, resumption, fail })
    return commit(async ({ tx, now: at, ok }) => {
      const accepted = await accept(tx, at)
      const { id: uploadId, sha256, sizeBytes } = accepted
      return ok(accepted, { resource: ['project', params.id], metadata: { uploadId, sha256, sizeBytes } })
    })
  })
