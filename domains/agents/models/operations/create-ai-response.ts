import { handle } from '../../../../platform/handler/index.ts'
import { answerCall, type CallParts } from '../answer-call.ts'
import { createAiResponse } from '../contract.ts'

export default (parts: CallParts) => handle(createAiResponse, (context) => answerCall(parts, 'responses', context))
