import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { authorNames } from './author-names.ts'
import type { MessageRow } from './tables.ts'
import type { TaskComment } from './contract/comments.ts'

/** Comments on one task as callers read them, each with its author's name. */
export const presentComments = async (
  tx: Transaction,
  { taskId, cycleId }: { readonly taskId: string; readonly cycleId: string },
  rows: readonly MessageRow[],
): Promise<Static<typeof TaskComment>[]> => {
  const names = await authorNames(tx, rows)
  return rows.map((row) => ({
    id: row.id,
    taskId,
    cycleId,
    projectId: row.projectId,
    body: row.content,
    authorId: row.createdBy,
    authorName: names.get(row.createdBy) ?? null,
    authorSide: row.authorSide === 'client' ? 'client' : 'agency',
    createdAt: row.createdAt,
  }))
}
