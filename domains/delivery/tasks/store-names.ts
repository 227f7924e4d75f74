import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLive } from '../../code/projects/index.ts'
import type { NamedWork } from '../../domain.ts'

const names = statement<{ ids: readonly string[] }, NamedWork>(
  'task.names',
  `select id, title, handle, project_id as "projectId", cycle_id as "cycleId" from task
   where workspace_id = :workspace and id = any(:ids) and deleted_at is null and ${isLive('project_id')}`,
)
/** The titles of these tasks. */
export const namesOfTasks = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })
