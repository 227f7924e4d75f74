import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { task, type TaskRow } from './tables.ts'

const mark = statement<{ id: string; by: string; now: Date }, TaskRow>(
  'task.mark-tests-kept',
  `update task set tests_kept_by_cycle_id = :by, updated_at = :now
   where id = :id and tests_kept_by_cycle_id is null and deleted_at is null returning ${task.columns}`,
)
/** Names the cycle that adds the examiner's tests of a task; undefined if another one does. */
export const markTestsKept = async (tx: Transaction, id: string, by: string, now: Date) =>
  (await mark(tx, { id, by, now })).at(0)

const release = statement<{ by: string; now: Date }>(
  'task.release-kept-tests',
  'update task set tests_kept_by_cycle_id = null, updated_at = :now where tests_kept_by_cycle_id = :by',
)
/** The tests can be kept again: the cycle that would have added them is deleted. */
export const releaseKeptTests = (tx: Transaction, by: string, now: Date) => release(tx, { by, now })
