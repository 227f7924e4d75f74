import { handle } from '../../../../platform/handler/index.ts'
import { answerCall, type CallParts } from '../answer-call.ts'
import { createAiEmbedding } from '../contract.ts'

export default (parts: CallParts) => handle(createAiEmbedding, (context) => answerCall(parts, 'embeddings', context))
