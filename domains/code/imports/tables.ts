import { table, type RowOf } from '../../../platform/db/table.ts'
import type { FindingStatus } from '../../../execution/repositories/index.ts'
import type { Rejection, StoredStatus } from '../uploads/index.ts'

// Without the manifest, which may be 64 MiB: code that needs it reads it separately.
export const projectImport = table(
  'project_import',
  {
    id: 'uuid',
    payloadSha256: 'bytea',
    name: 'text',
    stack: 'text',
    defaultBranch: 'text',
    historyMode: 'text',
    commitSha: 'text',
    bundleSha256: 'text',
    bundleSizeBytes: 'int8',
    manifestSha256: 'text',
    status: 'text',
    claimedUntil: 'timestamptz?',
    projectId: 'uuid?',
    revisionId: 'uuid?',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
    finalizedAt: 'timestamptz?',
    rejection: 'jsonb?',
    rejectedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', userId: 'uuid', idempotencyKey: 'text', manifest: 'text', claimId: 'uuid?' },
)
export const importScan = table(
  'import_scan',
  {
    id: 'uuid',
    source: 'text',
    defaultBranch: 'text',
    commitSha: 'text',
    bundleSha256: 'text',
    bundleSizeBytes: 'int8',
    manifestSha256: 'text',
    report: 'jsonb',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  { workspaceId: 'uuid', userId: 'uuid', manifest: 'text' },
)

/** The results of a scan beside the manifest. */
export interface ScanReport {
  readonly protected: { readonly path: string; readonly reason: string }[]
  readonly findings: {
    readonly path: string
    readonly rule: string
    readonly commitSha: string
    readonly line: number
    readonly masked: string
    readonly status?: FindingStatus
  }[]
  readonly findingsTotal: number
  readonly leftOut: { readonly path: string; readonly reason: string; readonly files: number }[]
  readonly leftOutTotal: number
}
export type ScanRow = RowOf<typeof importScan, { source: 'bundle' | 'folder'; report: ScanReport }>

export type ImportRow = RowOf<
  typeof projectImport,
  {
    status: StoredStatus
    historyMode: 'preserve' | 'abort_on_findings'
    rejection: Rejection<'findings_present'> | null
  }
>
