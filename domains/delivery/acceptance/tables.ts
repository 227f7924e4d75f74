import { table, type RowOf } from '../../../platform/db/table.ts'

export const acceptanceTest = table(
  'acceptance_test',
  {
    id: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid',
    path: 'text',
    content: 'text',
    createdBy: 'uuid',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', keptByCycleId: 'uuid?' },
)
export type AcceptanceTestRow = RowOf<typeof acceptanceTest>
