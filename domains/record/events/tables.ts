import { table, type RowOf } from '../../../platform/db/table.ts'

export const activityEvent = table(
  'activity_event',
  {
    id: 'uuid',
    position: 'int8',
    name: 'text',
    entityType: 'text',
    entityId: 'text',
    projectId: 'uuid?',
    cycleId: 'uuid?',
    taskId: 'uuid?',
    traceId: 'text?',
    payload: 'jsonb',
    occurredAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type EventRow = RowOf<typeof activityEvent, { payload: Record<string, unknown> }>
