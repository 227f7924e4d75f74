import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

const titles = statement<{ ids: readonly string[] }, { id: string; title: string }>(
  'cycle.titles',
  'select id, title from cycle where id = any(:ids) and deleted_at is null',
)
/** The titles of those cycles that are not deleted. */
export const titlesOfCycles = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await titles(tx, { ids })).map(({ id, title }) => [id, title]))
