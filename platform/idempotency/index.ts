export {
  answerExpiry,
  answerClaim,
  claimKey,
  findAnswer,
  insertAnswer,
  lockAnswer,
  releaseClaim,
  renewClaim,
  removeAnswersOf,
  rewriteAnswers,
  type StoredAnswer,
  type AnswerRow,
  type IdempotencyClaim,
} from './store.ts'
export { payloadHash } from './payload.ts'
