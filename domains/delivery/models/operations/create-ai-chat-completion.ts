import { handle } from '../../../../platform/handler/index.ts'
import { answerCall } from '../answer-call.ts'
import { createAiChatCompletion } from '../contract.ts'
import type { ModelParts } from '../offered.ts'

export default (parts: ModelParts) => handle(createAiChatCompletion, (context) => answerCall(parts, 'chat', context))
