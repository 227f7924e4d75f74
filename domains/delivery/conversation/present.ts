import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { authorNames } from './author-names.ts'
import type { MessageRow } from './tables.ts'
import type { WireMessage } from './contract.ts'

/** Messages as callers read them, each with its author's name. */
export const presentMessages = async (
  tx: Transaction,
  rows: readonly MessageRow[],
): Promise<Static<typeof WireMessage>[]> => {
  const names = await authorNames(tx, rows)
  return rows.map(({ taskId: _taskId, asksModel: _asksModel, createdBy, ...row }) => ({
    ...row,
    authorId: createdBy,
    authorName: names.get(createdBy) ?? null,
  }))
}
