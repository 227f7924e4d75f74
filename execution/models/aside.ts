import { callOf, type Call, type GatewayParts } from './call.ts'
import { invalidRequest } from './failure.ts'
import type { Ledger } from './ledger.ts'
import { paidCall, type PaidCall } from './paid-call.ts'
import { type Usage, worstMicros, worstUsage } from './price.ts'
import { jsonContent } from './provider.ts'
import type { ModelGateway } from './route.ts'
import { countUsage, estimatedTokens, prepareCount } from './shapes/counted-tokens.ts'
import { embeddingsUsage, embeddingsWithPlaces, prepareEmbeddings } from './shapes/embeddings.ts'
import type { OutgoingRequest } from './shapes/index.ts'

/** A request beside the calls of a shape, which the same endpoint answers at another path. */
interface Aside {
  readonly path: string
  prepare(body: object, model: string): OutgoingRequest
  usageOf(endpoint: string, answer: string): Usage | undefined
  /** The answer for the caller. */
  mended(answer: string): string
  readonly isFree: boolean
}

const embeddings: Aside = {
  path: '/embeddings',
  prepare: prepareEmbeddings,
  usageOf: embeddingsUsage,
  mended: embeddingsWithPlaces,
  isFree: false,
}
const tokenCount: Aside = {
  path: '/messages/count_tokens',
  prepare: prepareCount,
  usageOf: countUsage,
  mended: (answer) => answer,
  isFree: true,
}

/** A request for embeddings, judged and not yet sent; see `openCall`. */
export const openEmbeddings = (gateway: ModelGateway, ledger: Ledger, body: object): PaidCall =>
  open(gateway, ledger, body, embeddings)

/** A count of the tokens of a message: by its endpoint if that speaks messages, else an estimate without a request. */
export const openTokenCount = (gateway: ModelGateway, ledger: Ledger, body: object): PaidCall =>
  open(gateway, ledger, body, tokenCount)

const open = ({ parts }: ModelGateway, ledger: Ledger, body: object, aside: Aside): PaidCall => {
  const { parts: own, call } = asideCall(parts, body, aside)
  return paidCall(own, ledger, call)
}

/** Like `openEmbeddings`, for an item in a batch. */
export const embeddingsCall = (parts: GatewayParts, body: object) => asideCall(parts, body, embeddings)

const asideCall = (parts: GatewayParts, body: object, aside: Aside): { parts: GatewayParts; call: Call } => {
  const { provider } = parts
  const outgoing = aside.prepare(body, provider.model)
  const complete = async (sent: string, signal: AbortSignal) => {
    if (aside === tokenCount && provider.shape !== 'messages')
      return JSON.stringify({ input_tokens: estimatedTokens(outgoing) })
    if (!provider.door)
      throw invalidRequest(`The model endpoint ${provider.name} makes no embeddings. Choose another model.`)
    return provider.door.text({ method: 'POST', path: aside.path, content: jsonContent(sent) }, signal)
  }
  const own = { ...parts, provider: { ...provider, complete } }
  const call = callOf(own, outgoing)
  return {
    parts: own,
    call: {
      ...call,
      reply: { ...call.reply, whole: (answer) => aside.mended(answer) },
      usageOf: (answer) => aside.usageOf(provider.name, answer),
      ...(aside.isFree ? { worstMicros: 0, isPriced: true } : { worstMicros: worstOf(provider, outgoing) }),
    },
  }
}

// Each text has a window of its own, so that all of them together may be longer than one.
const worstOf = ({ price }: GatewayParts['provider'], { bodyBytes }: OutgoingRequest) =>
  price ? worstMicros(price, worstUsage(bodyBytes, 0, Infinity)) : 0
