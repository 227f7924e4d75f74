import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

const titles = statement<{ ids: readonly string[] }, { id: string; title: string }>(
  'task.titles',
  'select id, title from task where id = any(:ids) and deleted_at is null',
)
/** The titles of those tasks that are not deleted. */
export const titlesOfTasks = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await titles(tx, { ids })).map(({ id, title }) => [id, title]))
