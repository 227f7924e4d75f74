import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { FinalizeParts } from '../uploads/index.ts'
import type { ImportScanParts } from './record-scan.ts'
import createProjectImportScan from './operations/create-project-import-scan.ts'
import createProjectImport from './operations/create-project-import.ts'
import finalizeProjectImport from './operations/finalize-project-import.ts'
import getProjectImportScan from './operations/get-project-import-scan.ts'
import getProjectImportUpload from './operations/get-project-import-upload.ts'
import getProjectImport from './operations/get-project-import.ts'
import scanGitAddress from './operations/scan-git-address.ts'
import uploadProjectImportBundle from './operations/upload-project-import-bundle.ts'

export default (parts: FinalizeParts & ImportScanParts & { readonly fetcher: Fetcher }) => ({
  createProjectImport,
  createProjectImportScan: createProjectImportScan(parts),
  scanGitAddress: scanGitAddress(parts),
  getProjectImportScan,
  getProjectImport,
  uploadProjectImportBundle: uploadProjectImportBundle(parts),
  getProjectImportUpload: getProjectImportUpload(parts.objects),
  finalizeProjectImport: finalizeProjectImport(parts),
})
