import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Rejection, StoredStatus } from '../uploads/index.ts'

// A row is read without the last group of columns: a manifest may be 64 MiB, and is read separately.
export const revision = table(
  'revision',
  {
    id: 'uuid',
    projectId: 'uuid',
    generation: 'int8',
    repositoryId: 'uuid',
    branch: 'text',
    commitSha: 'text',
    manifestSha256: 'text',
    source: 'text',
    cycleId: 'uuid?',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', manifest: 'text' },
)
export type RevisionRow = RowOf<typeof revision, { source: 'created' | 'import' | 'merge' | 'upload' | 'switch' }>

export const revisionUpload = table(
  'revision_upload',
  {
    id: 'uuid',
    projectId: 'uuid',
    payloadSha256: 'bytea',
    expectedRevisionId: 'uuid',
    expectedGeneration: 'int8',
    defaultBranch: 'text',
    commitSha: 'text',
    bundleSha256: 'text',
    bundleSizeBytes: 'int8',
    manifestSha256: 'text',
    status: 'text',
    claimedUntil: 'timestamptz?',
    revisionId: 'uuid?',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
    finalizedAt: 'timestamptz?',
    rejection: 'jsonb?',
    rejectedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', userId: 'uuid', idempotencyKey: 'text', manifest: 'text', claimId: 'uuid?' },
)
export type UploadRow = RowOf<
  typeof revisionUpload,
  { status: StoredStatus; rejection: Rejection<'not_fast_forward'> | null }
>
