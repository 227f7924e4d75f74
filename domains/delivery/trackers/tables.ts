import { table, type RowOf } from '../../../platform/db/table.ts'

export const linearSession = table(
  'linear_session',
  {
    id: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid?',
    sessionKey: 'text',
    issueKey: 'text',
    issueTitle: 'text',
    issueUrl: 'text',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type LinearSessionRow = RowOf<typeof linearSession>
