export {
  endedByLink,
  type EndedBy,
  endedByMail,
  endMail,
  recordOptOut,
  stopSequence,
  revertOptOut,
} from './end-mail.ts'
export { recordLeadRefusal, endWaits, receiveMessage } from './receive-message.ts'
export { letNextFollow } from './handlers.ts'
export {
  type MessageIntent,
  messageIdOf,
  subjectAfter,
  withFooter,
  byPerson,
  claimsResult,
  sentencesOf,
} from './rules.ts'
export { listCitableSources, areCitationsCurrent, toLeadSource, quoteFrom, type Source } from './sources.ts'
export { addDraft, type NewDraft, stepOfLead, writtenSteps } from './store-drafts.ts'
export {
  addReply,
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
export { countByDay, countMailsOfPlay, type LeadResult, leadResults, receptionOf } from './store-results.ts'
export {
  abandonMails,
  beginSending,
  cancelMail,
  endSending,
  lastSentStep,
  mailsDueIn,
  nextReply,
  nextStep,
  postponeDue,
  postponeMail,
  postponeUntried,
  previousSteps,
  retryRefused,
  returnMail,
} from './store-sending.ts'
export { hasUndecidedReply, leadIdsUndecided, leadsNamed } from './store-undecided.ts'
export type { MessageRow } from './tables.ts'
