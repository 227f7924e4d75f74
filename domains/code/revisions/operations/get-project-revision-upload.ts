import { handle } from '../../../../platform/handler/index.ts'
import type { ObjectStore } from '../../../../platform/storage/index.ts'
import { uploadProgress } from '../../uploads/index.ts'
import { getProjectRevisionUpload } from '../contract.ts'
import { findUpload, uploadSessions } from '../store-uploads.ts'

export default (objects: ObjectStore) =>
  handle(getProjectRevisionUpload, async ({ tx, params, now, resumption, absent, ok }) => {
    const place = { id: params.uploadId, projectId: params.id }
    const session = (await findUpload(tx, place)) ?? absent()
    return ok(await uploadProgress(objects, session, { key: uploadSessions.bundleKey(session.id), now, resumption }))
  })
