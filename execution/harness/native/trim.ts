import type { ModelMessage } from 'ai'

const keptMessages = 12
const keptCharacters = 200

/**
 * The conversation with older tool results shortened to their beginning, once the last call used three quarters of
 * the model's window. The first line of a result stays: it says whether the tool succeeded.
 */
export const trimmed = (
  messages: readonly ModelMessage[],
  lastInputTokens: number,
  contextTokens: number,
): ModelMessage[] | undefined => {
  if (lastInputTokens < contextTokens * 0.75) return undefined
  return messages.map((message, at) => (at < messages.length - keptMessages ? shortened(message) : message))
}

const shortened = (message: ModelMessage): ModelMessage => {
  if (message.role !== 'tool') return message
  const content = message.content.map((part) => {
    if (part.type !== 'tool-result' || part.output.type !== 'text') return part
    const { value } = part.output
    if (value.length <= keptCharacters * 2) return part
    return {
      ...part,
      output: { ...part.output, value: `${value.slice(0, keptCharacters)}\n[… left out to save room …]` },
    }
  })
  return { ...message, content }
}
