import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

const runs = statement<{ projectId: string }, { runId: string | null; cycleId: string }>(
  'task.runs-of-project',
  'select distinct run_id as "runId", cycle_id as "cycleId" from task where project_id = :projectId and run_id is not null',
)
/** The runs of a project's tasks, with their cycles, including deleted ones. */
export const runsOfProject = async (tx: Transaction, projectId: string) =>
  (await runs(tx, { projectId })).map(({ runId, cycleId }) => ({ runId: runId!, cycleId }))
