import { newestEvent } from '../../../platform/audit/index.ts'
import { inTurns } from '../../../platform/db/fragments.ts'
import { oneRowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import { namedConnections } from '../../code/connections/index.ts'
import { channelsMost } from './rules.ts'
import { chatChannel, type ChatChannelRow } from './tables.ts'

const { columns } = chatChannel

export const {
  list: chatChannels,
  find: findChatChannel,
  remove: removeChatChannel,
  renew: renewChatChannel,
  refusalOf: refusalOfChannel,
} = namedConnections<ChatChannelRow>('chat-channel', chatChannel, { lockName: 'chat channels of ', most: channelsMost })

export const insertChatChannel = oneRowStatement<
  Pick<ChatChannelRow, 'id' | 'kind' | 'name' | 'keyVersion' | 'ciphertext'> & { now: Date; userId: string },
  ChatChannelRow
>(
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

/** Channels with events that they have not got, among all workspaces. */
export const dueChannels = statement<{ rows: number }, { workspaceId: string; id: string }>(
  'chat-channel.due',
  `select workspace_id as "workspaceId", id from chat_channel
   where position < ${newestEvent('chat_channel.workspace_id')} and (next_attempt_at is null or next_attempt_at <= now()::timestamptz(3))
   order by ${inTurns('workspace_id', 'next_attempt_at nulls first, id')} limit :rows`,
)

export const advanceChannel = statement<{ id: string; position: number }>(
  'chat-channel.advance',
  `update chat_channel set position = greatest(position, :position), attempts = 0, next_attempt_at = null, error = null
   where workspace_id = :workspace and id = :id`,
)

export const failChannel = statement<{ id: string; attempts: number; nextAttemptAt: Date; error: string }>(
  'chat-channel.fail',
  `update chat_channel set attempts = :attempts, next_attempt_at = :nextAttemptAt, error = :error
   where workspace_id = :workspace and id = :id`,
)
