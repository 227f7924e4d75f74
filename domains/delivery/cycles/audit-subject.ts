import type { Subject } from '../../../platform/handler/index.ts'
import type { TaskRow } from '../tasks/index.ts'
import type { CycleRow } from './tables.ts'

/** The subject of this cycle's audit rows and events. */
export const auditSubject = (
  { id, projectId }: CycleRow,
  metadata: Readonly<Record<string, unknown>> = {},
): Subject => ({
  resource: ['cycle', id],
  parent: ['project', projectId],
  within: { projectId, cycleId: id },
  metadata: { projectId, ...metadata },
})

/** The subject of this task's audit rows and events. */
export const taskAuditSubject = (
  { id, projectId, cycleId }: Pick<TaskRow, 'id' | 'projectId' | 'cycleId'>,
  metadata: Readonly<Record<string, unknown>> = {},
): Subject => ({
  resource: ['task', id],
  parent: ['cycle', cycleId],
  within: { projectId, cycleId, taskId: id },
  metadata: { projectId, ...metadata },
})
