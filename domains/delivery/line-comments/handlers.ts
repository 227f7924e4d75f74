import { v7 as uuidv7 } from 'uuid'
import { namesOfPeople } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle, type Subject } from '../../../platform/handler/index.ts'
import { findTask } from '../tasks/index.ts'
import * as contract from './contract.ts'
import type { LineComment } from './contract.ts'
import { addDraft, deleteDraft, commentsShownTo } from './store.ts'
import type { LineCommentRow } from './tables.ts'

/** Comments as callers read them, each with its author's name. */
const presentLineComments = async (
  tx: Transaction,
  rows: readonly LineCommentRow[],
): Promise<Static<typeof LineComment>[]> => {
  const authorIds = rows.map(({ createdBy }) => createdBy)
  const names = await namesOfPeople(tx, authorIds)
  return rows.map(({ createdBy, ...row }) => ({
    ...row,
    authorId: createdBy,
    authorName: names.get(createdBy) ?? null,
    isDraft: row.sentAt === null,
  }))
}

/** The subject of this comment's audit rows: the words of a draft are its author's. */
const auditSubject = ({ id, taskId, cycleId, projectId, commitSha }: LineCommentRow): Subject => ({
  resource: ['line_comment', id],
  parent: ['task', taskId],
  within: { projectId, cycleId, taskId },
  metadata: { projectId, cycleId, commitSha },
})

const addLineComment = handle(contract.addLineComment, async (context) => {
  const { tx, params, body, caller, now, fail, absent, created } = context
  const { id: taskId, projectId, cycleId, headSha } = (await findTask(tx, params.id)) ?? absent()
  const commitSha = headSha ?? fail.noChange()
  const { path, side, line, lineText, body: words } = body
  const of = { id: uuidv7(), projectId, cycleId, taskId, commitSha, createdBy: caller.userId }
  const row = (await addDraft(tx, { ...of, path, side, line, lineText, body: words, now })) ?? fail.tooManyDrafts()
  const [comment] = await presentLineComments(tx, [row])
  return created(comment!, auditSubject(row))
})

const deleteLineComment = handle(contract.deleteLineComment, async ({ tx, params, caller, absent, ok }) => {
  const draft = { id: params.commentId, taskId: params.id, userId: caller.userId }
  const row = (await deleteDraft(tx, draft)) ?? absent()
  return ok({ message: 'The draft is deleted.' }, auditSubject(row))
})

const listLineComments = handle(contract.listLineComments, async ({ tx, params, caller, ok }) => {
  const { rows, truncated } = await commentsShownTo(tx, params.id, caller.userId)
  return ok({ comments: await presentLineComments(tx, rows), truncated })
})

export default () => ({ listLineComments, addLineComment, deleteLineComment })
