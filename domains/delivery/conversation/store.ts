import { type AfterRowOfPerson, pagesOfPerson, earlierPageOf, type Cursor } from '../../../platform/db/page.ts'
import { json, rowStatement, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { message, type MessageRow } from './tables.ts'
import type { FoundText } from '../../domain.ts'
import { cycleTitle, isLiveCycle } from '../cycles/index.ts'
import { taskTitle } from '../tasks/index.ts'

const { columns } = message

type UsualFields = Pick<MessageRow, 'taskId' | 'agentId' | 'answersId' | 'asksModel' | 'isCut' | 'pin'>
const usual: UsualFields = { taskId: null, agentId: null, answersId: null, asksModel: false, isCut: false, pin: null }

/** A message with its time; fields with their value in `usual` may be left out. */
type NewMessage = Omit<MessageRow, 'createdAt' | 'givenAt' | keyof UsualFields> &
  Partial<UsualFields> & { readonly now: Date }
const insert = statement<
  Omit<MessageRow, 'createdAt' | 'givenAt' | 'pin'> & { pin: Json | null; now: Date },
  MessageRow
>(
  'message.insert',
  insertInto(
    message,
    [
      ...(['id', 'projectId', 'cycleId', 'taskId', 'agentId', 'drives', 'content', 'authorSide'] as const),
      ...(['createdBy', 'answersId', 'asksModel', 'isCut', 'pin'] as const),
    ],
    { workspaceId: ':workspace', createdAt: ':now' },
    `on conflict (workspace_id, id) do nothing returning ${columns}`,
  ),
)
const find = rowStatement<{ id: string }, MessageRow>('message.find', selectById(message))

/** Inserts a message; its id with the same words and place returns the stored one, with other words undefined. */
export const addMessage = async (
  tx: Transaction,
  added: NewMessage,
): Promise<{ readonly row: MessageRow; readonly isRepeated: boolean } | undefined> => {
  const whole = { ...usual, ...added }
  const inserted = (await insert(tx, { ...whole, pin: json(whole.pin) })).at(0)
  if (inserted) return { row: inserted, isRepeated: false }
  const row = await find(tx, { id: added.id })
  const isSame = row && identifying.every((field) => row[field] === whole[field])
  return isSame ? { row, isRepeated: true } : undefined
}

/** The fields by which two messages with one id are the same message. */
const identifying = ['projectId', 'cycleId', 'taskId', 'agentId', 'content'] as const

const ofTask = statement<{ taskId: string; rows: number } & Cursor, MessageRow>(
  'message.of-task',
  `select ${columns} from message where task_id = :taskId and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
/** The newest comments on a task before a cursor, oldest first, and the cursor of the page before. */
export const commentPage = async (tx: Transaction, taskId: string, before: Cursor, limit: number) =>
  earlierPageOf(await ofTask(tx, { taskId, ...before, rows: limit + 1 }), limit)

const commentsMost = 100
/** The newest comments on some tasks, newest first. */
export const newestComments = statement<{ taskIds: readonly string[] }, MessageRow>(
  'message.of-tasks',
  `select ${columns} from message where task_id = any(:taskIds) order by created_at desc, id desc limit ${commentsMost}`,
)

export const removeMessages = statement<{ projectId: string }>(
  'message.remove-of-project',
  'delete from message where project_id = :projectId',
)

type OwnMessage = Pick<MessageRow, 'id' | 'projectId' | 'cycleId' | 'taskId' | 'content' | 'createdAt'>
const ofPerson = statement<AfterRowOfPerson, OwnMessage>(
  'message.of-person',
  `select id, project_id as "projectId", cycle_id as "cycleId", task_id as "taskId", content, created_at as "createdAt"
   from message where created_by = :userId and (:at::timestamptz is null or (created_at, id) > (:at, :id))
   order by created_at, id limit :rows`,
)
/** A person's messages, oldest first, after the last row of the page before. */
export const messagesOfPerson = pagesOfPerson(ofPerson, 'createdAt')

const texts = statement<{ ids: readonly string[] }, FoundText>(
  'message.texts',
  `select m.id, m.cycle_id as "cycleId", m.task_id as "taskId", null::text as handle, m.content as body,
     coalesce(${taskTitle('m.task_id')}, ${cycleTitle('m.cycle_id')}) as title
   from message m
   where m.workspace_id = :workspace and m.id = any(:ids) and (m.cycle_id is null or ${isLiveCycle('m.cycle_id')})`,
)
/** The texts of these messages in a search, under the title of their task or cycle, without deleted cycles. */
export const textsOfMessages = (tx: Transaction, ids: readonly string[]) => texts(tx, { ids })
