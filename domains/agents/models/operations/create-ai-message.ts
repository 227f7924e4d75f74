import { handle } from '../../../../platform/handler/index.ts'
import { answerCall, type CallParts } from '../answer-call.ts'
import { createAiMessage } from '../contract.ts'

export default (parts: CallParts) => handle(createAiMessage, (context) => answerCall(parts, 'messages', context))
