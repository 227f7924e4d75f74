import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { TaskRow } from '../tasks/index.ts'
import { recordCheck } from './store.ts'
import type { CheckRow } from './tables.ts'

/** Inserts the check results of a task in a cycle's run, and records their events. */
export const recordChecks = async (
  tx: Transaction,
  { id, projectId, cycleId }: TaskRow,
  runId: string,
  rows: readonly CheckRow[],
  now: Date,
): Promise<void> => {
  for (const row of rows) await recordCheck(tx, id, runId, row, now)
  const events = rows.map(({ phase, name, outcome, durationMs }) => ({
    name: 'task.checked',
    entity: ['task', id] as const,
    projectId,
    cycleId,
    taskId: id,
    payload: { phase, name, outcome, durationMs },
  }))
  record(tx, undefined, ...events)
}
