import { table, type RowOf } from '../../../platform/db/table.ts'
import type { AuthorSide } from './rules.ts'

export const message = table(
  'message',
  {
    id: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid',
    taskId: 'uuid?',
    content: 'text',
    agentId: 'uuid?',
    drives: 'bool',
    givenAt: 'timestamptz?',
    authorSide: 'text',
    createdBy: 'uuid',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type MessageRow = RowOf<typeof message, { authorSide: AuthorSide }>
