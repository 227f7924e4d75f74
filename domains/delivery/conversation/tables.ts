import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Side } from './rules.ts'

export const message = table(
  'message',
  {
    id: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid?',
    taskId: 'uuid?',
    content: 'text',
    agentId: 'uuid?',
    drives: 'bool',
    givenAt: 'timestamptz?',
    answersId: 'uuid?',
    asksModel: 'bool',
    isCut: 'bool',
    authorSide: 'text',
    createdBy: 'uuid',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type MessageRow = RowOf<typeof message, { authorSide: Side }>
