export { payloadHash } from './payload.ts'
export {
  answerClaim,
  claimKey,
  findAnswer,
  insertAnswer,
  lockAnswer,
  releaseClaim,
  removeOldAnswers,
  type Answer,
  type AnswerRow,
  type Keyed,
} from './store.ts'
