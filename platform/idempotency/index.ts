export { oldAnswers } from './expiry.ts'
export { payloadHash } from './payload.ts'
export {
  answerClaim,
  claimKey,
  findAnswer,
  insertAnswer,
  lockAnswer,
  releaseClaim,
  type Answer,
  type AnswerRow,
  type Keyed,
} from './store.ts'
