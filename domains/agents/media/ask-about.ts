import {
  completionText,
  openBatchItem,
  type BatchItemCall,
  type ModelGateway,
} from '../../../execution/models/index.ts'
import { foreignJson } from '../../../packages/foreign-json/index.ts'

const answerTokensMost = 4_096
const ofVideo = 'The pictures are from one video, in order, spread over its whole length.\n\n'

interface Question {
  readonly kind: 'image' | 'video'
  readonly question: string
  /** Data addresses. */
  readonly pictures: readonly string[]
}

/** A question about pictures, as a chat completion with image parts, judged and not yet sent. */
export const askAbout = (gateway: ModelGateway, { kind, question, pictures }: Question): BatchItemCall => {
  const { model, maxOutputTokens } = gateway.provider
  const images = pictures.map((url) => ({ type: 'image_url', image_url: { url } }))
  const text = `${kind === 'video' ? ofVideo : ''}${question}`
  return openBatchItem(gateway, '/v1/chat/completions', {
    model,
    max_tokens: Math.min(answerTokensMost, maxOutputTokens),
    messages: [{ role: 'user', content: [...images, { type: 'text', text }] }],
  })
}

/** The words of a chat completion; undefined if it has none. */
export const wordsOf = (completion: string): string | undefined => {
  const words = completionText(foreignJson(completion) as object)
  return words.trim() === '' ? undefined : words
}
