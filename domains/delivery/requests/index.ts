export { auditSubject as aboutRequest, closeRequests } from './audit-subject.ts'
export { type NewQuestion, askClient, askPerson } from './ask.ts'
export { reworkFeedback, presentRequest } from './present.ts'
export { answerFromOutside } from './decide.ts'
export {
  answerOf,
  answerWords,
  countUnshown,
  decidedLabel,
  hasUntried,
  restLabel,
  type RequestReason,
} from './rules.ts'
export { approvalOfCommit, deleteRequestsOf, findRequest, noteOnRequest, requestPage, whoDenied } from './store.ts'
export type { RequestRow } from './tables.ts'
export { waitingForAgency } from './joins.ts'
