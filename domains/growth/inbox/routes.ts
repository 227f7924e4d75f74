import getGrowthThread from './operations/get-growth-thread.ts'
import listGrowthInbox from './operations/list-growth-inbox.ts'
import sendGrowthReply from './operations/send-growth-reply.ts'
import updateGrowthMessage from './operations/update-growth-message.ts'
import type { InboxParts } from './parts.ts'

export default (parts: InboxParts) => ({
  listGrowthInbox,
  getGrowthThread,
  sendGrowthReply: sendGrowthReply(parts),
  updateGrowthMessage: updateGrowthMessage(parts),
})
