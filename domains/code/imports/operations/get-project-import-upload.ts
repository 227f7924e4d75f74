import { handle } from '../../../../platform/handler/index.ts'
import type { ObjectStore } from '../../../../platform/storage/index.ts'
import { uploadProgress } from '../../uploads/index.ts'
import { getProjectImportUpload } from '../contract.ts'
import { findImport, importSessions } from '../store.ts'

export default (objects: ObjectStore) =>
  handle(getProjectImportUpload, async ({ tx, params, caller, now, resumption, absent, ok }) => {
    const session = (await findImport(tx, params.id, caller.userId)) ?? absent()
    return ok(await uploadProgress(objects, session, { key: importSessions.bundleKey(session.id), now, resumption }))
  })
