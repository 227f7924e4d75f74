import { type AfterRowOfPerson, pagesOfPerson } from '../../../platform/db/page.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { draftsMost, listedMost } from './rules.ts'
import { lineComment, type LineCommentRow } from './tables.ts'

const { columns } = lineComment

type NewLineComment = Omit<LineCommentRow, 'sentAt' | 'requestId' | 'createdAt'> & { readonly now: Date }
const insert = oneRowStatement<NewLineComment, LineCommentRow>(
  'line-comment.insert',
  insertInto(
    lineComment,
    ['id', 'projectId', 'cycleId', 'taskId', 'commitSha', 'path', 'side', 'line', 'lineText', 'body', 'createdBy'],
    { workspaceId: ':workspace', createdAt: ':now' },
    `returning ${columns}`,
  ),
)

const lock = statement<{ taskId: string; userId: string }>(
  'line-comment.lock',
  `select pg_advisory_xact_lock(hashtextextended(:taskId || ' ' || :userId, 81))`,
)
const drafts = oneRowStatement<{ taskId: string; userId: string }, { count: number }>(
  'line-comment.drafts',
  `select count(*)::int as count from line_comment where task_id = :taskId and created_by = :userId and sent_at is null`,
)

/** Adds a draft; undefined if its author has reached the limit at this task. */
export const addDraft = async (tx: Transaction, added: NewLineComment): Promise<LineCommentRow | undefined> => {
  const of = { taskId: added.taskId, userId: added.createdBy }
  // Two at once would both count one too few.
  await lock(tx, of)
  const { count } = await drafts(tx, of)
  return count >= draftsMost ? undefined : insert(tx, added)
}

const shown = statement<{ taskId: string; userId: string; rows: number }, LineCommentRow>(
  'line-comment.shown',
  `select ${columns} from line_comment
   where task_id = :taskId and (sent_at is not null or created_by = :userId)
   order by created_at desc, id desc limit :rows`,
)
/** The comments at lines of a task that a person sees: sent ones, and their own drafts; the newest, oldest first. */
export const commentsShownTo = async (tx: Transaction, taskId: string, userId: string) => {
  const rows = await shown(tx, { taskId, userId, rows: listedMost + 1 })
  return { rows: rows.slice(0, listedMost).toReversed(), truncated: rows.length > listedMost }
}

/** Deletes a draft of this person; undefined without one. */
export const deleteDraft = rowStatement<{ id: string; taskId: string; userId: string }, LineCommentRow>(
  'line-comment.delete-draft',
  `delete from line_comment where id = :id and task_id = :taskId and created_by = :userId and sent_at is null
   returning ${columns}`,
)

const send = statement<{ taskId: string; userId: string; requestId: string; now: Date }, { id: string }>(
  'line-comment.send',
  `update line_comment set sent_at = :now, request_id = :requestId
   where task_id = :taskId and created_by = :userId and sent_at is null returning id`,
)
/** Sends a person's drafts at a change with the decision that sends it back; returns their number. */
export const sendDrafts = async (
  tx: Transaction,
  of: { readonly taskId: string; readonly userId: string; readonly requestId: string; readonly now: Date },
): Promise<number> => (await send(tx, of)).length

/** The comments that were sent with a decision. */
export const commentsSentWith = statement<{ requestId: string }, LineCommentRow>(
  'line-comment.of-request',
  `select ${columns} from line_comment where request_id = :requestId order by created_at, id`,
)

export const removeLineComments = statement<{ projectId: string }>(
  'line-comment.purge',
  'delete from line_comment where project_id = :projectId',
)

type OwnComment = Pick<LineCommentRow, 'id' | 'projectId' | 'taskId' | 'path' | 'line' | 'body' | 'createdAt'>
const ofPerson = statement<AfterRowOfPerson, OwnComment>(
  'line-comment.of-person',
  `select id, project_id as "projectId", task_id as "taskId", path, line, body, created_at as "createdAt"
   from line_comment where created_by = :userId and (:at::timestamptz is null or (created_at, id) > (:at, :id))
   order by created_at, id limit :rows`,
)
/** A person's comments at lines, oldest first, after the last row of the page before. */
export const lineCommentsOfPerson = pagesOfPerson(ofPerson, 'createdAt')
