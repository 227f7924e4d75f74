import { domain } from '../../domain.ts'
import { chat } from './contract.ts'
import { tellChannels } from './jobs/tell-channels.ts'
import handlers, { type ChatParts } from './handlers.ts'

export default domain({
  name: 'chat',
  contract: chat,
  handlers,
  schedules: (parts: ChatParts) => [
    { name: 'chat-messages', everySeconds: 5, work: (context) => tellChannels(parts, context) },
  ],
})
