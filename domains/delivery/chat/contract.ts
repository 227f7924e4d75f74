import { Type } from 'typebox'
import { conflict, contract, operation, to } from '../../../platform/contract/index.ts'
import { DeletedAck, Id, maybe, namedObject, nameText, oneOf, text, Time } from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'
import { channelsMost } from './rules.ts'

const kind = oneOf(['slack', 'teams'], { description: 'Slack, or Microsoft Teams by a webhook of its Workflows.' })
const name = nameText(100, { examples: ['#delivery'], description: 'The agency’s name for the channel.' })
const problem = 'The channel has no such webhook any more (404). Create a new one there.'

export const ChatChannel = namedObject('ChatChannel', {
  id: Id,
  kind,
  name,
  error: maybe(
    Type.String({ examples: [problem], description: 'Why the last message was refused; null if it was accepted.' }),
  ),
  createdAt: Time,
})

const webhookUrl = text(1, 2_048, {
  examples: ['https://hooks.slack.com/services/T0/B0/k3Zq0v'],
  description: 'The address of an incoming webhook of the channel: public and https. It is shown nowhere.',
})

const CreateChatChannel = namedObject('CreateChatChannel', { kind, name, webhookUrl })

const ChatTest = namedObject('ChatTest', {
  works: Type.Boolean({ description: 'Whether the channel took the message.' }),
  problem: maybe(Type.String({ examples: [problem], description: 'Why it did not; null if it did.' })),
})

const administrator = to('administrator')

export const listChatChannels = operation({
  method: 'GET',
  path: '/v1/api/chat-channels',
  summary: 'List the channels of Slack and Microsoft Teams that hear of the workspace, oldest first',
  reach: 'call',
  access: to('agency'),
  replies: { 200: Type.Array(ChatChannel) },
  audit: { refusals: 'chat_channel.list' },
  reads: { chat_channel: 'all' },
})

export const createChatChannel = operation({
  method: 'POST',
  path: '/v1/api/chat-channels',
  summary: 'Tell a channel of Slack or Microsoft Teams what waits for people and how cycles end',
  reach: { page: '/settings/workspace' },
  access: administrator,
  body: CreateChatChannel,
  replies: { 201: ChatChannel },
  errors: {
    noVault,
    nameTaken: conflict({
      code: 'chat_channel_name_taken',
      message: 'Another channel of this workspace has this name. Choose another name.',
    }),
    full: conflict({
      code: 'chat_channels_full',
      message: `A workspace has at most ${channelsMost} channels. Remove one first.`,
    }),
  },
  audit: { action: 'chat_channel.create', category: 'create', severity: 'notice', event: 'chat_channel.created' },
})

export const renewChatChannel = operation({
  method: 'PUT',
  path: '/v1/api/chat-channels/{id}/webhook-url',
  summary: 'Replace the address of a channel. Messages that the old address refused are due',
  reach: { page: '/settings/workspace' },
  access: administrator,
  body: namedObject('RenewChatChannel', { webhookUrl }),
  replies: { 200: ChatChannel },
  errors: { noVault },
  audit: { action: 'chat_channel.update', category: 'update', severity: 'notice', event: 'chat_channel.updated' },
})

export const testChatChannel = operation({
  method: 'POST',
  path: '/v1/api/chat-channels/{id}/test',
  summary: 'Send a test message to a channel',
  reach: 'call',
  access: administrator,
  effect: 'outside',
  replies: { 200: ChatTest },
  errors: { noVault },
  audit: { action: 'chat_channel.test', category: 'execute' },
})

export const deleteChatChannel = operation({
  method: 'DELETE',
  path: '/v1/api/chat-channels/{id}',
  summary: 'Remove a channel with its address',
  reach: { page: '/settings/workspace' },
  access: administrator,
  replies: { 200: DeletedAck },
  audit: { action: 'chat_channel.delete', category: 'delete', severity: 'notice', event: 'chat_channel.deleted' },
})

export const chat = contract({
  listChatChannels,
  createChatChannel,
  renewChatChannel,
  testChatChannel,
  deleteChatChannel,
})
