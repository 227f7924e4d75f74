export { judgePlay } from './judge-play.ts'
export { receiveMessage, receivingActions } from './receive-message.ts'
export type { MessageIntent, MessageKind } from './rules.ts'
export { sendByHand } from './send-by-hand.ts'
export { stopAllMail, stopSequence } from './stop-sequence.ts'
export {
  eraseMessagesFrom,
  findLeadThread,
  findMessage,
  lockMessage,
  messagesByMessageId,
  messagesOfPerson,
  newestInbound,
  newestMessages,
  type NewestMessage,
  sortMessage,
} from './store-thread.ts'
export { replyJobActions } from './record-changes.ts'
export { sweepReplies } from './sweep-replies.ts'
export type { MessageRow } from './tables.ts'
