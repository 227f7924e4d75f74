import type { ModelMessage } from 'ai'

const charactersOfToken = 3.5
const cutCharacters = 200

/** Estimated tokens of a text of this length. */
export const tokensOf = (characters: number): number => Math.ceil(characters / charactersOfToken)

// Endpoints count a picture by its size on the screen, not by its bytes.
const charactersOfPicture = 5_000

const lengthOf = (message: ModelMessage) =>
  JSON.stringify(message, withoutBytes).length + 16 + picturesOf(message) * charactersOfPicture

const withoutBytes = (name: string, value: unknown) => (name === 'image' ? '' : value)

const picturesOf = ({ role, content }: ModelMessage): number =>
  role === 'user' && typeof content !== 'string' ? content.filter(({ type }) => type === 'image').length : 0

/** The conversation with a word in the place of all pictures but the newest. */
export const dropOldPictures = (messages: readonly ModelMessage[], picturesMost: number): ModelMessage[] => {
  let left = picturesMost
  return messages
    .toReversed()
    .map((message) => {
      const pictures = picturesOf(message)
      left -= pictures
      return pictures > 0 && left < 0 ? { role: 'user' as const, content: pictureGone } : message
    })
    .toReversed()
}

const pictureGone = 'An earlier picture of the screen was here.'

/** Estimated tokens of messages by their length. */
export const estimateTokens = (messages: readonly ModelMessage[]): number =>
  tokensOf(messages.reduce((sum, message) => sum + lengthOf(message), 0))

/**
 * Where the newest messages begin that take at most so many tokens: never between a call and its result, so at an
 * answer of the model. The end of the list if already the last answer is longer.
 */
export const tailStart = (messages: readonly ModelMessage[], tokensMost: number): number => {
  let start = messages.length
  let characters = 0
  for (let at = messages.length - 1; at > 0; at -= 1) {
    characters += lengthOf(messages[at]!)
    if (tokensOf(characters) > tokensMost) break
    if (messages[at]!.role === 'assistant') start = at
  }
  return start
}

/** The conversation with older results and inputs cut; first lines stay, which show whether a tool succeeded. */
export const pruneMessages = (messages: readonly ModelMessage[], keptTokens: number): ModelMessage[] => {
  const start = tailStart(messages, keptTokens)
  return messages.map((message, at) => (at < start ? shortened(message) : message))
}

const shortened = (message: ModelMessage): ModelMessage => {
  if (message.role === 'tool') {
    const content = message.content.map((part) =>
      part.type === 'tool-result' && part.output.type === 'text'
        ? { ...part, output: { ...part.output, value: cut(part.output.value) } }
        : part,
    )
    return { ...message, content }
  }
  if (message.role !== 'assistant' || typeof message.content === 'string') return message
  const content = message.content.map((part) =>
    part.type === 'tool-call' ? { ...part, input: cutDeep(part.input) } : part,
  )
  return { ...message, content }
}

const cut = (text: string) =>
  text.length > cutCharacters * 2 ? `${text.slice(0, cutCharacters)}\n[… left out to save room …]` : text

const cutDeep = (value: unknown): unknown => {
  if (typeof value === 'string') return cut(value)
  if (Array.isArray(value)) return value.map(cutDeep)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cutDeep(one)]))
}

const asText = (message: ModelMessage): string => {
  if (typeof message.content === 'string') return `${message.role}: ${message.content}`
  const parts = message.content.map((part) => {
    if (part.type === 'text' || part.type === 'reasoning') return `${message.role}: ${part.text}`
    if (part.type === 'tool-call') return `call ${part.toolName}: ${JSON.stringify(part.input).slice(0, 2_000)}`
    if (part.type === 'tool-result' && part.output.type === 'text')
      return `result: ${part.output.value.slice(0, 2_000)}`
    return ''
  })
  return parts.join('\n')
}

/** Messages as plain text for a summary, the newest where not all fit. */
export const transcriptOf = (messages: readonly ModelMessage[], tokensMost: number): string =>
  messages
    .map(asText)
    .join('\n')
    .slice(-Math.floor(tokensMost * charactersOfToken))

/** A conversation that begins again: the request, a summary, the next work, and the messages from `start` on. */
export const summarizeMessages = (
  messages: readonly ModelMessage[],
  start: number,
  { summary, plan }: { readonly summary: string; readonly plan: string },
): ModelMessage[] => {
  const [request, ...rest] = messages
  const lastRequest = rest
    .slice(0, Math.max(0, start - 1))
    .findLast(({ role, content }) => role === 'user' && content !== pictureGone && typeof content === 'string')
  const again =
    typeof lastRequest?.content === 'string' && !lastRequest.content.startsWith(goOn)
      ? `\n\nThis was asked last:\n\n${lastRequest.content}`
      : ''
  return [
    request!,
    { role: 'assistant', content: `Summary of the work so far:\n\n${summary}` },
    { role: 'user', content: `${goOn} with the task.${plan === '' ? '' : `\n\nYour plan:\n${plan}`}${again}` },
    ...messages.slice(start),
  ]
}

const goOn = 'Go on from your summary'
