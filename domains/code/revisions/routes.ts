import type { Repositories } from '../../../execution/repositories/index.ts'
import createProjectRevisionUpload from './operations/create-project-revision-upload.ts'
import downloadProjectRevisionBundle from './operations/download-project-revision-bundle.ts'
import exportProjectRevision from './operations/export-project-revision.ts'
import finalizeProjectRevisionUpload, { type FinalizeParts } from './operations/finalize-project-revision-upload.ts'
import getProjectProtectedFiles from './operations/get-project-protected-files.ts'
import listProjectRevisions from './operations/list-project-revisions.ts'
import getProjectRevisionUpload from './operations/get-project-revision-upload.ts'
import getProjectRevisionHead from './operations/get-project-revision-head.ts'
import uploadProjectRevisionBundle from './operations/upload-project-revision-bundle.ts'

export default (parts: FinalizeParts & { readonly repositories: Repositories }) => ({
  listProjectRevisions,
  getProjectRevisionHead,
  downloadProjectRevisionBundle: downloadProjectRevisionBundle(parts.repositories),
  exportProjectRevision: exportProjectRevision(parts.repositories),
  getProjectProtectedFiles: getProjectProtectedFiles(parts),
  createProjectRevisionUpload,
  uploadProjectRevisionBundle: uploadProjectRevisionBundle(parts),
  getProjectRevisionUpload: getProjectRevisionUpload(parts.objects),
  finalizeProjectRevisionUpload: finalizeProjectRevisionUpload(parts),
})
