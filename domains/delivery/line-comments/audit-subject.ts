import type { Subject } from '../../../platform/handler/index.ts'
import type { LineCommentRow } from './tables.ts'

/** The subject of this comment's audit rows: the words of a draft are its author's. */
export const auditSubject = ({ id, taskId, cycleId, projectId, commitSha }: LineCommentRow): Subject => ({
  resource: ['line_comment', id],
  parent: ['task', taskId],
  within: { projectId, cycleId, taskId },
  metadata: { projectId, cycleId, commitSha },
})
