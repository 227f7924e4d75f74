import { table, type RowOf } from '../../../platform/db/table.ts'

export const artifact = table(
  'artifact',
  {
    id: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid',
    taskId: 'uuid?',
    runId: 'uuid',
    checkName: 'text',
    path: 'text',
    sizeBytes: 'int8',
    sha256: 'text',
    contentType: 'text',
    isMasked: 'bool',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', isHeld: 'bool', deletedAt: 'timestamptz?' },
)
export type ArtifactRow = RowOf<typeof artifact>
