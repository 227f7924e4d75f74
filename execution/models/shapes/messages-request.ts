import { outgoingOf, picturesIn, requestReader } from './body.ts'
import { fittingId, type OutgoingRequest, type OutgoingSettings, isOf } from './shape.ts'
import { withCacheMarks } from './messages-cache.ts'
import { type MessageBlock, MessagesRequest } from './messages-schema.ts'

const read = requestReader<MessagesRequest>(MessagesRequest, 'a Messages request as Anthropic describes it')

type Message = MessagesRequest['messages'][number]
interface KnownRequest extends MessagesRequest {
  readonly messages: (Message & { readonly role: 'user' | 'assistant' })[]
}

/**
 * Reads a Messages request, given as JSON text or its value. Throws ModelFailure 400 that names the first wrong field.
 * An instruction among the messages, as Claude Code writes it, becomes a message of the user: few endpoints take one.
 */
export const parseMessages = (body: string | object): KnownRequest => {
  const request = read(body)
  const messages = request.messages.map((message) => ({
    ...message,
    role: message.role === 'system' ? 'user' : message.role,
  }))
  return { ...request, messages }
}

/** A Messages request (Anthropic's `POST /v1/messages`) as it goes to the endpoint, marked for its prompt cache. */
export const prepareMessages = (body: string | object, settings: OutgoingSettings): OutgoingRequest => {
  const { max_tokens, stream, ...request } = withSignedThoughts(parseMessages(body), settings.name)
  const maxOutputTokens = Math.min(max_tokens ?? Infinity, settings.maxOutputTokens)
  const streams = stream ?? false
  const holdsPictures = picturesIn(request.messages.flatMap(picturesOf), 'image', settings)
  const { thinking, output_config } = thinkingBy(settings.effort)
  const { temperature, top_p, top_k, ...rest } = {
    ...request,
    ...(thinking && { thinking, output_config: { ...request.output_config, ...output_config } }),
  }
  const outgoing = {
    ...withCacheMarks(rest, fitted),
    // Refused together with thinking.
    ...(!rest.thinking && { temperature: settings.temperature ?? temperature, top_p, top_k }),
    model: settings.model,
    max_tokens: maxOutputTokens,
    ...(streams && { stream: true }),
  }
  return outgoingOf(outgoing, { maxOutputTokens, streams, holdsPictures })
}

// Its maker signs each thought of its models, and refuses one without a signature, such as another maker's.
const withSignedThoughts = (request: KnownRequest, endpoint: string): KnownRequest => {
  if (!isOf(endpoint, 'anthropic.com')) return request
  const messages = request.messages.map((message) =>
    typeof message.content === 'string'
      ? message
      : { ...message, content: message.content.filter((block) => block.type !== 'thinking' || block.signature) },
  )
  return { ...request, messages }
}

const picturesOf = ({ content }: Message): string[] => {
  const blocks = typeof content === 'string' ? [] : content
  const inside = blocks.flatMap((block) =>
    block.type === 'tool_result' && Array.isArray(block.content) ? [block, ...block.content] : [block],
  )
  return inside.flatMap((block) =>
    block.type === 'image' ? [`data:${block.source.media_type};base64,${block.source.data}`] : [],
  )
}

/** The meaning of an effort here. Models from before 4.6 take a budget instead: `fitted-request.ts` tries it. */
export const thinkingBy = (effort: string | undefined): Pick<MessagesRequest, 'thinking' | 'output_config'> => {
  if (effort === undefined || effort === 'none') return {}
  const level = effort === 'minimal' ? 'low' : effort
  return { thinking: { type: 'adaptive' }, output_config: { effort: level } }
}

const ids = { pattern: /^[a-zA-Z0-9_-]{1,64}$/, length: 40 }

const fitted = (block: MessageBlock): MessageBlock => {
  if (block.type === 'tool_use') return { ...block, id: fittingId(block.id, ids) }
  if (block.type === 'tool_result') return { ...block, tool_use_id: fittingId(block.tool_use_id, ids) }
  return block
}
