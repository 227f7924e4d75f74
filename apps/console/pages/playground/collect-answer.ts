import { streamedPiece, type ChatPiece, type ChatUsage } from '../../../../domains/agents/models/rules/chat.ts'
import { RefusedError } from '../../../../platform/client/index.ts'

export interface ModelAnswer {
  readonly text: string
  readonly usage: ChatUsage | undefined
}

/** Puts the chunks of a streamed answer together. */
export const collectAnswer = async (
  frames: AsyncIterable<{ readonly data: string }>,
  onText: (text: string) => void,
): Promise<ModelAnswer> => {
  let text = ''
  let usage: ChatUsage | undefined
  for await (const { data } of frames) {
    const piece = streamedPiece(data)
    if (!piece) break
    if (piece.error) throw refusalIn(piece.error)
    usage = piece.usage ?? usage
    if (piece.text === '') continue
    text += piece.text
    onText(text)
  }
  return { text, usage }
}

const refusalIn = ({ message, code }: NonNullable<ChatPiece['error']>) =>
  new RefusedError(502, { error: message, code: code ?? 'provider_failed' })
