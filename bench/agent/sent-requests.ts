/** An agent's requests to its model for one task. */
export interface SentRequests {
  readonly requests: number
  readonly bytes: number
  /** For each request of a conversation but its first: the share of the one before that it begins with, in percent. */
  readonly prefixes: readonly number[]
}

interface Body {
  readonly messages: readonly unknown[]
  readonly tools?: unknown
  readonly [field: string]: unknown
}

/**
 * Counts requests in their order. Endpoints cache from the front, where tools and settings come before the messages.
 */
export const sentRequestsOf = (bodies: readonly Body[]): SentRequests => {
  const texts = bodies.map(
    ({ messages, ...settings }) => JSON.stringify(settings) + JSON.stringify(messages).slice(0, -1),
  )
  // A question beside the conversation, such as one for a title, has no tools.
  const talk = texts.filter((_, at) => isOfAgent(bodies[at]!))
  return {
    requests: texts.length,
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    prefixes: talk.slice(1).map((text, at) => (100 * sameBytes(talk[at]!, text)) / Buffer.byteLength(talk[at]!)),
  }
}

const isOfAgent = ({ tools }: Body) => Array.isArray(tools) && tools.length > 0

const sameBytes = (before: string, after: string): number => {
  const one = Buffer.from(before)
  const other = Buffer.from(after)
  const differs = one.findIndex((byte, at) => byte !== other[at])
  return differs === -1 ? one.length : differs
}
