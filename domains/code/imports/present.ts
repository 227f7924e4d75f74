import type { HandlerReply, Static } from '../../../platform/contract/index.ts'
import { rejections, type ProjectImportCreated, type ProjectImportScan, type ProjectImportStatus } from './contract.ts'
import { statusAt } from '../uploads/rules.ts'
import type { ImportRow, ScanRow } from './tables.ts'

const session = (row: ImportRow, now: Date) => ({
  id: row.id,
  status: statusAt(row, now),
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
  rejection: row.rejection && { message: rejections[row.rejection.code].message, ...row.rejection },
})

export const presentCreated = (row: ImportRow, now: Date): Static<typeof ProjectImportCreated> => ({
  ...session(row, now),
  upload: {
    method: 'PUT',
    path: `/v1/api/imports/${row.id}/bundle`,
    contentType: 'application/x-git-bundle',
    sizeBytes: row.bundleSizeBytes,
    sha256: row.bundleSha256,
  },
})

export const presentStatus = (row: ImportRow, now: Date): Static<typeof ProjectImportStatus> => ({
  ...session(row, now),
  name: row.name,
  stack: row.stack,
  defaultBranch: row.defaultBranch,
  commitSha: row.commitSha,
  historyMode: row.historyMode,
  projectId: row.projectId,
  revisionId: row.revisionId,
  finalizedAt: row.finalizedAt,
})

export const presentScan = (row: ScanRow, manifest: string): HandlerReply<Static<typeof ProjectImportScan>> => ({
  id: row.id,
  source: row.source,
  defaultBranch: row.defaultBranch,
  commitSha: row.commitSha,
  bundleSha256: row.bundleSha256,
  bundleSize: row.bundleSizeBytes,
  manifest,
  manifestSha256: row.manifestSha256,
  ...row.report,
  // A scan that an earlier version made.
  findings: row.report.findings.map((finding) => ({ ...finding, status: finding.status ?? 'current' })),
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
})
