import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLive } from '../../code/projects/index.ts'

export interface TaskSource {
  readonly id: string
  readonly projectId: string
  readonly cycleId: string
  readonly title: string
  readonly runId: string | null
  /** Its merges: one commit, or none. */
  readonly commits: string[]
}

const behind = statement<{ ids: readonly string[] }, TaskSource>(
  'task.behind',
  `select task.id, task.project_id as "projectId", task.cycle_id as "cycleId", task.title, task.run_id as "runId",
     array_remove(array[task.merge_sha], null) as commits
   from task where task.workspace_id = :workspace and task.id = any(:ids) and task.deleted_at is null
     and ${isLive('task.project_id')} order by task.id`,
)
/** The existing ones of these tasks, with their merges: the source of billables. */
export const taskSources = (tx: Transaction, ids: readonly string[]) => behind(tx, { ids })
