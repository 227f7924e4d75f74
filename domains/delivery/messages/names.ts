import { nameOfPerson } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { MessageRow } from './tables.ts'

/** What the authors of some messages are called, by id; null for those who are gone. */
export const authorNames = async (tx: Transaction, rows: readonly MessageRow[]) => {
  const names = new Map<string, string | null>()
  for (const { createdBy } of rows)
    if (!names.has(createdBy)) names.set(createdBy, (await nameOfPerson(tx, createdBy)) ?? null)
  return names
}
