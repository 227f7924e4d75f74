import { nameOfPerson } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { LineComment } from './contract.ts'
import type { LineCommentRow } from './tables.ts'

/** Comments as callers read them, each with its author's name. */
export const presentLineComments = async (
  tx: Transaction,
  rows: readonly LineCommentRow[],
): Promise<Static<typeof LineComment>[]> => {
  const names = new Map<string, string | undefined>()
  for (const { createdBy } of rows) if (!names.has(createdBy)) names.set(createdBy, await nameOfPerson(tx, createdBy))
  return rows.map(({ id, taskId, commitSha, path, side, line, lineText, body, createdBy, createdAt, sentAt }) => ({
    id,
    taskId,
    commitSha,
    path,
    side,
    line,
    lineText,
    body,
    createdAt,
    sentAt,
    authorId: createdBy,
    authorName: names.get(createdBy) ?? null,
    isDraft: sentAt === null,
  }))
}
