import { afterRow } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'
import type { LetterRow } from './tables.ts'

type OwnLetter = Pick<LetterRow, 'id' | 'kind' | 'projectId' | 'subjectId' | 'createdAt' | 'endedAt'>

const page = statement<
  { userId: string; at: Date | null; id: string | null; rows: number },
  OwnLetter & Readonly<Record<string, unknown>>
>(
  'letter.of-person',
  `select id, kind, project_id as "projectId", subject_id as "subjectId", created_at as "createdAt", ended_at as "endedAt"
   from letter where workspace_id = :workspace and user_id = :userId
     and (:at::timestamptz is null or (created_at, id) > (:at, :id))
   order by created_at, id limit :rows`,
)
/** The subjects of a person's letters, oldest first, after the last row of the page before. */
export const lettersOfPerson = (
  tx: Transaction,
  userId: string,
  last: Readonly<Record<string, unknown>> | undefined,
  rows: number,
) => page(tx, { userId, ...afterRow(last, 'createdAt'), rows })

const forget = statement<{ userId: string }>(
  'letter.forget-person',
  'delete from letter where workspace_id = :workspace and user_id = :userId',
)
export const forgetReader = (tx: Transaction, userId: string) => forget(tx, { userId })

const purge = statement<{ projectId: string }>('letter.purge', 'delete from letter where project_id = :projectId')
export const removeLetters = (tx: Transaction, projectId: string) => purge(tx, { projectId })

const due = statement<{ days: number; limit: number }, { workspaceId: string }>(
  'letter.old-in',
  `select distinct workspace_id as "workspaceId" from letter
   where ended_at < now() - make_interval(days => :days) limit :limit`,
)
/** Workspaces with letters that ended long ago. */
export const oldLettersIn = async (tx: Transaction, limit: number) =>
  (await due(tx, { days: retention.mail.days, limit })).map(({ workspaceId }) => workspaceId)

const removal = statement<{ days: number; limit: number }>(
  'letter.remove-old',
  `delete from letter where id = any(array(select id from letter
     where workspace_id = :workspace and ended_at < now() - make_interval(days => :days) limit :limit)) returning 1`,
)
/** Deletes at most `limit` letters that ended long ago; returns their number. */
export const removeOldLetters = async (tx: Transaction, limit: number) =>
  (await removal(tx, { days: retention.mail.days, limit })).length
