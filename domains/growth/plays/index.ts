export { judgePlay } from './judge-play.ts'
export { openReach, type Reach } from './reach.ts'
export { receiveMessage, receivingActions } from './receive-message.ts'
export { proposePlay } from './propose-play.ts'
export { jsonIn, sourceNamed } from './read-draft.ts'
export {
  type Evidence,
  faultsOfSteps,
  type MessageIntent,
  type MessageKind,
  type PlayLanguage,
  playLanguages,
  type Step,
} from './rules.ts'
export { claimsResult } from './rules/sentences.ts'
export { unknownPlaceholders } from './rules/templates.ts'
export { sendByHand } from './send-by-hand.ts'
export { citableOf, quoteFrom, type Source } from './sources.ts'
export { knownPlays } from './store.ts'
export { stopAllMail, stopSequence } from './stop-sequence.ts'
export {
  countMessages,
  eraseMessagesFrom,
  findLeadThread,
  findMessage,
  lockMessage,
  messagesByMessageId,
  messagesOfLeads,
  messagesOfPerson,
  newestInbound,
  newestMessages,
  type NewestMessage,
  sortMessage,
  threadTexts,
} from './store-thread.ts'
export { leadIdsUndecided, settleUndecided } from './store-undecided.ts'
export { replyJobActions } from './record-changes.ts'
export { sweepReplies } from './sweep-replies.ts'
export type { MessageRow } from './tables.ts'
