import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Side } from './rules.ts'

export const lineComment = table(
  'line_comment',
  {
    id: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid',
    taskId: 'uuid',
    commitSha: 'text',
    path: 'text',
    side: 'text',
    line: 'int4',
    lineText: 'text',
    body: 'text',
    createdBy: 'uuid',
    createdAt: 'timestamptz',
    sentAt: 'timestamptz?',
    requestId: 'uuid?',
  },
  { workspaceId: 'uuid' },
)
export type LineCommentRow = RowOf<typeof lineComment, { side: Side }>
