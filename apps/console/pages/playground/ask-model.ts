import { createAiChatCompletion } from '../../../../domains/agents/models/contract.ts'
import { chatPiece, chatRequest, type ChatQuestion } from '../../../../domains/agents/models/rules/chat.ts'
import { readFrames } from '../../../../platform/client/index.ts'
import { call, open } from '../../api/client.ts'
import { chunksOf } from '../../api/follow.ts'
import { collectAnswer, type ModelAnswer } from './collect-answer.ts'

export interface AskOptions {
  readonly workspaceId: string
  readonly question: ChatQuestion
  readonly signal: AbortSignal
  /** Gets the text of a streamed answer as far as it came. */
  readonly onText: (text: string) => void
}

/** Asks a model one question. A stream that is stopped gives the text until then; one that ends with an error throws it. */
export const askModel = async ({ workspaceId, question, signal, onText }: AskOptions): Promise<ModelAnswer> => {
  const params = { workspaceId }
  const body = chatRequest(question)
  if (!question.isStreamed) {
    const { text, usage } = chatPiece(await call(createAiChatCompletion, { params, body }))
    return { text, usage }
  }
  const frames = readFrames(chunksOf(await open(createAiChatCompletion, { params, body }), signal))
  return collectAnswer(frames, onText)
}
