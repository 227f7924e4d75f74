import { embeddingsCall } from '../aside.ts'
import type { Call, GatewayParts } from '../call.ts'
import { failureOf, invalidRequest } from '../failure.ts'
import { askWhole, usageIn } from '../gateway.ts'
import { preparedCall } from '../paid-call.ts'
import { costMicros, type Usage } from '../price.ts'
import type { ModelGateway } from '../route.ts'
import type { ShapeName } from '../shapes/index.ts'

/** The forms in which items of a batch are written. */
const batchEndpoints = ['/v1/chat/completions', '/v1/responses', '/v1/messages', '/v1/embeddings'] as const
export type BatchEndpoint = (typeof batchEndpoints)[number]

const spokenIn = {
  '/v1/chat/completions': 'chat',
  '/v1/responses': 'responses',
  '/v1/messages': 'messages',
} as const satisfies Partial<Record<BatchEndpoint, ShapeName>>

/** The answer to an item, in the form of the item, and its cost. */
export interface ItemAnswer {
  readonly text: string
  /** Undefined if the endpoint did not report it: it then counts at its highest possible cost. */
  readonly usage: Usage | undefined
  readonly costMicros: number
}

/** One item of a batch, judged and not yet sent. */
export interface BatchItemCall {
  /** As its endpoint takes it. */
  readonly body: string
  readonly bodyBytes: number
  readonly maxOutputTokens: number
  readonly isPriced: boolean
  readonly worstMicros: number
  /** Sends it once. Throws ModelFailure. */
  send(signal: AbortSignal): Promise<ItemAnswer>
  /** The endpoint's answer to it as part of a batch. Throws ModelFailure for an invalid answer. */
  read(answer: string): ItemAnswer
}

/** Judges an item. Throws ModelFailure 400 that names the first field that is wrong. */
export const openBatchItem = ({ parts }: ModelGateway, endpoint: BatchEndpoint, body: object): BatchItemCall => {
  const { parts: own, call } = judged(parts, endpoint, body)
  const answerOf = (answer: string, usage: Usage | undefined): ItemAnswer => {
    const { price } = parts.provider
    const text = call.reply.whole(answer, usage)
    return { text, usage, costMicros: usage && price ? costMicros(price, usage) : call.worstMicros }
  }
  const { outgoing, isPriced, worstMicros } = call
  return {
    body: outgoing.body,
    bodyBytes: outgoing.bodyBytes,
    maxOutputTokens: outgoing.maxOutputTokens,
    isPriced,
    worstMicros,
    send: async (signal) => {
      try {
        const { answer, usage } = await askWhole(own, call, signal)
        return answerOf(answer, usage)
      } catch (error) {
        throw failureOf(error, signal)
      }
    },
    read: (answer) => answerOf(answer, usageIn(own, call, answer)),
  }
}

const judged = (parts: GatewayParts, endpoint: BatchEndpoint, body: object): { parts: GatewayParts; call: Call } => {
  if ((body as { stream?: unknown }).stream === true)
    throw invalidRequest('Items of a batch are not streamed: leave `stream` out.')
  if (endpoint === '/v1/embeddings') return embeddingsCall(parts, body)
  return { parts, call: preparedCall(parts, { cacheKey: undefined }, body, { spoken: spokenIn[endpoint] }) }
}
