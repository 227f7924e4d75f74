import type { ModelMessage } from 'ai'
import type { HarnessModel } from '../job.ts'

type Assistant = Extract<ModelMessage, { role: 'assistant' }>
type Detail = Readonly<Record<string, unknown>>

const originOf = ({ endpoint, shape, name }: HarnessModel) => `${endpoint} ${shape} ${name}`

/**
 * An answer as the conversation keeps it: with the model's thoughts, in the form in which they have to come back, and
 * with the model's name. `details` are OpenRouter's, which stand for the thoughts as text.
 */
export const withThoughts = (message: Assistant, model: HarnessModel, details: readonly Detail[] = []): Assistant => {
  if (typeof message.content === 'string') return message
  const content = message.content.filter(
    ({ type }) => type !== 'custom' && !(type === 'reasoning' && details.length > 0),
  )
  const providerOptions = {
    atelierOrigin: { of: originOf(model) },
    ...(details.length > 0 && { openaiCompatible: { reasoning_details: details as never } }),
  }
  return { ...message, content, providerOptions }
}

/** Messages without thoughts of other models, whose signatures and encryption it refuses. Words and calls stay. */
export const withoutForeignThoughts = (messages: readonly ModelMessage[], model: HarnessModel): ModelMessage[] =>
  messages.map((message) => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return message
    if (message.providerOptions?.atelierOrigin?.of === originOf(model)) return message
    const content = message.content.filter(({ type }) => type !== 'reasoning').map(bare)
    return { role: 'assistant', content }
  })

type Part = Exclude<Assistant['content'], string>[number]

// A call's thought signature is in the options of its part.
const bare = (part: Part): Part => {
  const { providerOptions: _, ...rest } = part as Part & { providerOptions?: unknown }
  return rest
}

/**
 * Gathers `reasoning_details` from the chunks of a stream: pieces of an entry follow each other with its `index`, their
 * texts are parts of its text, and their other fields are the entry's. They go back as a list in the same order.
 * Source: OpenRouter's page on reasoning tokens.
 */
export const gatherDetails = () => {
  const details: Record<string, unknown>[] = []
  const add = (piece: Readonly<Record<string, unknown>>) => {
    const last = details.at(-1)
    if (!last || piece.index === undefined || last.index !== piece.index || last.type !== piece.type) {
      details.push({ ...piece })
      return
    }
    for (const [name, value] of Object.entries(piece)) {
      const before = last[name]
      if (pieceFields.has(name) && typeof before === 'string' && typeof value === 'string') last[name] = before + value
      else if (value != null) last[name] = value
    }
  }
  return {
    details,
    /** A chunk of a chat completion with any content. */
    take: (chunk: unknown) => {
      const { choices } = (chunk ?? {}) as { choices?: unknown }
      const [choice] = (Array.isArray(choices) ? choices : []) as ({ delta?: { reasoning_details?: unknown } } | null)[]
      const pieces = choice?.delta?.reasoning_details
      if (!Array.isArray(pieces)) return
      for (const piece of pieces) if (typeof piece === 'object' && piece !== null) add(piece as Detail)
    },
  }
}

const pieceFields = new Set(['text', 'summary', 'data'])
