import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

interface CheckLog {
  readonly runId: string
  readonly taskId: string
  readonly name: string
  readonly at: Date
  readonly text: string
}
const logs = statement<{ cycleIds: readonly string[]; runIds: readonly string[]; rows: number }, CheckLog>(
  'task.trace-logs',
  `select c.run_id as "runId", c.task_id as "taskId", c.phase || ' ' || c.name as name, c.created_at as at, c.log as text
   from task t join task_check c on c.task_id = t.id
   where t.workspace_id = :workspace and t.cycle_id = any(:cycleIds) and c.run_id = any(:runIds)
   order by at, name limit :rows`,
)
/** What the checks of these runs of these cycles printed, oldest first. */
export const checkLogsOf = (tx: Transaction, cycleIds: readonly string[], runIds: readonly string[], rows: number) =>
  logs(tx, { cycleIds, runIds, rows })
