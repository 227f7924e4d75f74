import type { FinalizeParts } from '../uploads/index.ts'
import createProjectImportScan, { type ImportScanParts } from './operations/create-project-import-scan.ts'
import createProjectImport from './operations/create-project-import.ts'
import finalizeProjectImport from './operations/finalize-project-import.ts'
import getProjectImportScan from './operations/get-project-import-scan.ts'
import getProjectImportUpload from './operations/get-project-import-upload.ts'
import getProjectImport from './operations/get-project-import.ts'
import uploadProjectImportBundle from './operations/upload-project-import-bundle.ts'

export default (parts: FinalizeParts & ImportScanParts) => ({
  createProjectImport,
  createProjectImportScan: createProjectImportScan(parts),
  getProjectImportScan,
  getProjectImport,
  uploadProjectImportBundle: uploadProjectImportBundle(parts.objects),
  getProjectImportUpload: getProjectImportUpload(parts.objects),
  finalizeProjectImport: finalizeProjectImport(parts),
})
