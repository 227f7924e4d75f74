import type { Static } from '../../../platform/contract/index.ts'
import { statusAt } from '../uploads/rules.ts'
import { uploadRejections, type ProjectRevisionUploadCreated } from './contract.ts'
import type { UploadRow } from './tables.ts'

export const presentUpload = (row: UploadRow, now: Date): Static<typeof ProjectRevisionUploadCreated> => ({
  id: row.id,
  projectId: row.projectId,
  status: statusAt(row, now),
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
  expectedRevisionId: row.expectedRevisionId,
  expectedGeneration: row.expectedGeneration,
  rejection: row.rejection && { message: uploadRejections[row.rejection.code].message, ...row.rejection },
  upload: {
    method: 'PUT',
    path: `/v1/api/projects/${row.projectId}/revisions/uploads/${row.id}/bundle`,
    contentType: 'application/x-git-bundle',
    sizeBytes: row.bundleSizeBytes,
    sha256: row.bundleSha256,
  },
})
