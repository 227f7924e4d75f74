import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Rejection, StoredStatus } from '../bundles/index.ts'

// Without the manifest, which may be 64 MiB: what needs it reads it by itself.
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
export type ImportRow = RowOf<
  typeof projectImport,
  {
    status: StoredStatus
    historyMode: 'preserve' | 'abort_on_findings'
    rejection: Rejection | null
  }
>
