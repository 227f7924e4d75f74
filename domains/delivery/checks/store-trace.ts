import { statement } from '../../../platform/db/statement.ts'
import type { RunLog, RunLogs } from '../../domain.ts'
import { taskIdsOfCycle } from '../tasks/index.ts'

const logs = statement<{ cycleIds: readonly string[]; runIds: readonly string[]; rows: number }, RunLog>(
  'task.trace-logs',
  `select c.run_id as "runId", c.task_id as "taskId", c.phase || ' ' || c.name as name, c.created_at as at, c.log as text
   from task_check c where c.task_id in ${taskIdsOfCycle('any(:cycleIds)')} and c.run_id = any(:runIds)
   order by at, name limit :rows`,
)
/** The output of checks in these runs of these cycles, oldest first. */
export const checkLogsOf: RunLogs = (tx, cycleIds, runIds, rows) => logs(tx, { cycleIds, runIds, rows })
