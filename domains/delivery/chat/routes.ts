import createChatChannel from './operations/create-chat-channel.ts'
import deleteChatChannel from './operations/delete-chat-channel.ts'
import listChatChannels from './operations/list-chat-channels.ts'
import renewChatChannel from './operations/renew-chat-channel.ts'
import testChatChannel from './operations/test-chat-channel.ts'
import type { ChatParts } from './parts.ts'

export default (parts: ChatParts) => ({
  listChatChannels,
  createChatChannel: createChatChannel(parts),
  renewChatChannel: renewChatChannel(parts),
  testChatChannel: testChatChannel(parts),
  deleteChatChannel,
})
