import { setImmediate } from 'node:timers/promises'
import { ModelFailure, openBatchItem, type BatchEndpoint, type ModelGateway } from '../../../execution/models/index.ts'
import type { BatchPolicy } from './rules.ts'
import type { NewItem } from './store.ts'
import type { InputRule } from '../assets/contract/refusals.ts'

interface BatchRequest {
  readonly endpoint: BatchEndpoint
  readonly items: readonly { readonly customId: string; readonly body: Readonly<Record<string, unknown>> }[]
  readonly policy: BatchPolicy
}

/** A batch whose items were checked, with its largest possible use and cost. */
export interface JudgedBatch {
  readonly items: readonly NewItem[]
  readonly isPriced: boolean
  readonly worstMicros: number
  readonly inputTokensMost: number
  readonly outputTokensMost: number
}

// Many items are judged without making other requests wait.
const judgedAtOnce = 50
// The text that an endpoint may add to each.
const templateTokens = 4_096

/** Judges each item and the policy. Throws BatchRefusal for the first that is refused. */
export const judgeBatch = async (
  gateway: ModelGateway,
  { endpoint, items, policy }: BatchRequest,
): Promise<JudgedBatch> => {
  if (policy.waive?.includes('budget'))
    throw new BatchRefusal('policy', 'No batch passes its budget: take it out of `waive`.')
  const judged: NewItem[] = []
  const sums = { worstMicros: 0, inputTokensMost: 0, outputTokensMost: 0 }
  const { contextTokens, price } = gateway.provider
  for (const { customId, body } of items) {
    const call = judgeItem(gateway, endpoint, customId, body)
    sums.worstMicros += call.worstMicros
    const read = call.bodyBytes + templateTokens
    sums.inputTokensMost += endpoint === '/v1/embeddings' ? read : Math.min(read, contextTokens)
    sums.outputTokensMost += call.maxOutputTokens
    judged.push({ customId, body: JSON.stringify(body), worstMicros: call.worstMicros })
    if (judged.length % judgedAtOnce === 0) await setImmediate()
  }
  const batch = { ...sums, items: judged, isPriced: price !== undefined }
  judgePrice(batch, policy)
  return batch
}

const judgePrice = ({ isPriced, worstMicros }: JudgedBatch, { maxCostUsd, waive = [] }: BatchPolicy) => {
  if (!isPriced && (maxCostUsd !== null || !waive.includes('price')))
    throw new BatchRefusal(
      'price_unknown',
      'What the model costs is not known: list its price, or waive `price` without a `maxCostUsd`.',
    )
  if (maxCostUsd !== null && worstMicros > maxCostUsd * 1_000_000)
    throw new BatchRefusal(
      'policy',
      `The batch may cost up to ${worstMicros / 1_000_000} US dollars, more than \`maxCostUsd\`.`,
    )
}

const judgeItem = (gateway: ModelGateway, endpoint: BatchEndpoint, customId: string, body: object) => {
  try {
    return openBatchItem(gateway, endpoint, { ...body, model: gateway.provider.model })
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    const rule = address.test(JSON.stringify(body)) ? 'blocked_address' : 'not_readable'
    throw new BatchRefusal(rule, error.message, customId)
  }
}

// A file that the endpoint would fetch, where items have to hold its bytes.
const address = /"(?:url|image_url|file_url)":"(?:https?|ftp|file):/i

/** Why a batch is not accepted: the rule, the item if the rule is about one, and what to change. */
export class BatchRefusal extends Error {
  readonly details: { readonly rule: InputRule; readonly customId?: string; readonly reason: string }

  constructor(rule: InputRule, reason: string, customId?: string) {
    super(`A batch is refused: ${rule}`)
    this.name = 'BatchRefusal'
    this.details = { rule, reason, ...(customId !== undefined && { customId }) }
  }
}
