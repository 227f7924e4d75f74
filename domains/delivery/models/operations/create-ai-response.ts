import { handle } from '../../../../platform/handler/index.ts'
import { answerCall } from '../answer-call.ts'
import { createAiResponse } from '../contract.ts'
import type { ModelParts } from '../offered.ts'

export default (parts: ModelParts) => handle(createAiResponse, (context) => answerCall(parts, 'responses', context))
