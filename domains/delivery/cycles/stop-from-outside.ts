import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { moveCycle } from './move.ts'
import type { Subject } from '../../../platform/handler/index.ts'
import type { OutsideComment } from '../../domain.ts'
import { type TaskRow, ownRunsOf } from '../tasks/index.ts'
import type { CycleRow } from './tables.ts'
import { closeRequests } from '../requests/index.ts'

/** Stops the run of a cycle because `author`, who is no person of this workspace, asked for it; false without a run. */
export const stopFromOutside = async (
  tx: Transaction,
  engine: Engine,
  { cycleId, author, source, now }: Pick<OutsideComment, 'cycleId' | 'source' | 'now'> & { readonly author: string },
): Promise<boolean> => {
  const cycle = await moveCycle(tx, cycleId, 'stop', now)
  if (!cycle) return false
  await closeRequestsOfRun(tx, cycle.runId!, now, { decision: `${author} stopped the run.` })
  await engine.cancel(tx, cycle.runId!)
  record(tx, {
    action: 'cycle.stop',
    category: 'execute',
    outcome: 'success',
    actor: { type: 'system', id: null },
    source,
    resource: ['cycle', cycle.id],
    parent: ['project', cycle.projectId],
    details: { projectId: cycle.projectId, runNumber: cycle.runNumber },
  })
  return true
}

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

/** Cancels the open requests of a cycle's run, and of the runs of its tasks. Call it before any of them is touched. */
export const closeRequestsOfRun: typeof closeRequests = async (tx, runId, now, by) => {
  for (const id of [runId, ...(await ownRunsOf(tx, runId))]) await closeRequests(tx, id, now, by)
}
