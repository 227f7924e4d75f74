import { handle } from '../../../../platform/handler/index.ts'
import { answerCall } from '../answer-call.ts'
import { createAiMessage } from '../contract.ts'
import type { ModelParts } from '../offered.ts'

export default (parts: ModelParts) => handle(createAiMessage, (context) => answerCall(parts, 'messages', context))
