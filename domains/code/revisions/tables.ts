import { table, type RowOf } from '../../../platform/db/table.ts'

// Without the manifest, which may be 64 MiB: what needs it reads it by itself.
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
export type RevisionRow = RowOf<typeof revision, { source: 'created' | 'import' | 'merge' | 'upload' }>
