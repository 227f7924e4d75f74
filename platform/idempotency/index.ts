export { oldAnswers } from './expiry.ts'
export { payloadHash } from './payload.ts'
export {
  answerClaim,
  claimKey,
  findAnswer,
  insertAnswer,
  lockAnswer,
  releaseClaim,
  removeAnswersOf,
  rewriteAnswers,
  type Answer,
  type AnswerRow,
  type Keyed,
} from './store.ts'
