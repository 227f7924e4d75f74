import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { FoundText } from '../../domain.ts'

const texts = statement<{ ids: readonly string[] }, FoundText>(
  'task.texts',
  `select id, cycle_id as "cycleId", id as "taskId", title, description as body from task
   where id = any(:ids) and deleted_at is null`,
)
/** What a search shows of these tasks, without those that were deleted. */
export const textsOfTasks = (tx: Transaction, ids: readonly string[]) => texts(tx, { ids })
