import { handle } from '../../../../platform/handler/index.ts'
import { answerCall, type CallParts } from '../answer-call.ts'
import { createAiChatCompletion } from '../contract.ts'

export default (parts: CallParts) => handle(createAiChatCompletion, (context) => answerCall(parts, 'chat', context))
