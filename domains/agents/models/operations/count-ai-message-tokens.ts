import { handle } from '../../../../platform/handler/index.ts'
import { answerCall, type CallParts } from '../answer-call.ts'
import { countAiMessageTokens } from '../contract.ts'

export default (parts: CallParts) =>
  handle(countAiMessageTokens, (context) => answerCall(parts, 'token_count', context))
