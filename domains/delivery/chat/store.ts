import { validate } from 'uuid'
import { newestEvent } from '../../../platform/audit/index.ts'
import { hasName } from '../../../platform/db/name-key.ts'
import { statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockInWorkspace } from '../../../platform/db/workspace-lock.ts'
import { chatChannel, type ChatChannelRow } from './tables.ts'

const { columns } = chatChannel

const list = statement<NoValues, ChatChannelRow>(
  'chat-channel.list',
  `select ${columns} from chat_channel where workspace_id = :workspace order by created_at, id`,
)
export const chatChannels = (tx: Transaction) => list(tx)

const named = statement<{ name: string }, { id: string }>(
  'chat-channel.named',
  `select id from chat_channel where workspace_id = :workspace and ${hasName('name')} limit 1`,
)
/** Whether one of the workspace has this name. */
export const isChatChannelNamed = async (tx: Transaction, name: string) => (await named(tx, { name })).length > 0

/** One at a time adds channels to a workspace, so that they can be counted. */
export const lockChatChannels = (tx: Transaction) => lockInWorkspace(tx, 'chat channels of ')

const find = statement<{ id: string }, ChatChannelRow>(
  'chat-channel.find',
  `select ${columns} from chat_channel where workspace_id = :workspace and id = :id`,
)
export const findChatChannel = async (tx: Transaction, id: string) =>
  validate(id) ? (await find(tx, { id })).at(0) : undefined

interface NewChannel extends Pick<ChatChannelRow, 'id' | 'kind' | 'name' | 'keyVersion' | 'ciphertext'> {
  readonly now: Date
  readonly userId: string
}
const insert = statement<NewChannel, ChatChannelRow>(
  'chat-channel.insert',
  insertInto(
    chatChannel,
    ['id', 'kind', 'name', 'keyVersion', 'ciphertext'],
    {
      workspaceId: ':workspace',
      position: newestEvent(':workspace'),
      attempts: '0',
      createdAt: ':now',
      createdBy: ':userId',
    },
    `returning ${columns}`,
  ),
)
export const insertChatChannel = async (tx: Transaction, row: NewChannel) => (await insert(tx, row))[0]!

const remove = statement<{ id: string }, ChatChannelRow>(
  'chat-channel.delete',
  `delete from chat_channel where workspace_id = :workspace and id = :id returning ${columns}`,
)
export const removeChatChannel = async (tx: Transaction, id: string) =>
  validate(id) ? (await remove(tx, { id })).at(0) : undefined

const due = statement<{ rows: number }, { workspaceId: string; id: string }>(
  'chat-channel.due',
  `select workspace_id as "workspaceId", id from chat_channel
   where position < ${newestEvent('chat_channel.workspace_id')} and (next_attempt_at is null or next_attempt_at <= now()::timestamptz(3))
   order by next_attempt_at nulls first, id limit :rows`,
)
/** Channels with events that they have not got, among all workspaces. */
export const dueChannels = (tx: Transaction, rows: number) => due(tx, { rows })

const advance = statement<{ id: string; position: number }>(
  'chat-channel.advance',
  `update chat_channel set position = greatest(position, :position), attempts = 0, next_attempt_at = null, error = null
   where workspace_id = :workspace and id = :id`,
)
export const advanceChannel = (tx: Transaction, id: string, position: number) => advance(tx, { id, position })

const failed = statement<{ id: string; attempts: number; nextAttemptAt: Date; error: string }>(
  'chat-channel.fail',
  `update chat_channel set attempts = :attempts, next_attempt_at = :nextAttemptAt, error = :error
   where workspace_id = :workspace and id = :id`,
)
export const failChannel = (tx: Transaction, row: Parameters<typeof failed>[1]) => failed(tx, row)
