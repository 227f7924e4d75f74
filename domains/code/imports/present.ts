import type { HandlerReply, Static } from '../../../platform/contract/index.ts'
import { rejections, type ProjectImportCreated, type ProjectImportScan, type ProjectImportStatus } from './contract.ts'
import { uploadTarget } from '../uploads/index.ts'
import { statusAt } from '../uploads/rules.ts'
import type { ImportRow, ScanRow } from './tables.ts'

export const presentStatus = (row: ImportRow, now: Date): Static<typeof ProjectImportStatus> => ({
  ...row,
  status: statusAt(row, now),
  rejection: row.rejection && { message: rejections[row.rejection.code].message, ...row.rejection },
})

export const presentCreated = (row: ImportRow, now: Date): Static<typeof ProjectImportCreated> => ({
  ...presentStatus(row, now),
  upload: uploadTarget(row, `/v1/api/imports/${row.id}/bundle`),
})

export const presentScan = (
  { bundleSizeBytes: bundleSize, report, ...row }: ScanRow,
  manifest: string,
): HandlerReply<Static<typeof ProjectImportScan>> => {
  // Findings without a status come from a scan of an earlier version.
  const findings = report.findings.map((finding) => ({ ...finding, status: finding.status ?? 'current' }))
  return { ...row, bundleSize, manifest, ...report, findings }
}
