import { modelNames, type ModelCapability } from '../../../execution/model-table/read-table.ts'
import type { BatchEndpoint } from '../../../execution/models/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type CapParts, type ListedModel, listedModels, modelFor, type TableParts } from '../models/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { Removals } from '../../../platform/removals/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'

/** Why a name leads to no model: unknown, not callable, made for other work, or without a chosen default. */
export type NoModel = 'unknown' | 'disabled' | 'incapable' | 'undecided'

/** The model of a batch that is under way; undefined if it can be called no more. */
export const findBatchModel = async (tx: Transaction, parts: BatchWork, id: string): Promise<ListedModel | undefined> =>
  (await listedModels(tx, parts)).find((model) => model.id === id)

/** The model that a name means for items of this form. */
export const chooseBatchModel = async (
  tx: Transaction,
  parts: BatchWork,
  name: string,
  form: BatchEndpoint,
): Promise<ListedModel | NoModel> => {
  if (!modelNames(parts.modelTable).includes(name)) return 'unknown'
  const models = await listedModels(tx, parts)
  if (models.length === 0) return 'disabled'
  const capability = form === '/v1/embeddings' ? 'embeddings' : 'chat'
  const able = models.filter((model) => canDo(model, capability))
  if (name === 'pareto-code') return capability === 'chat' ? (cheapestOf(able) ?? 'disabled') : 'incapable'
  if (name !== 'auto') {
    if (!parts.modelTable.get(name)!.capabilities.includes(capability)) return 'incapable'
    return able.find(({ choice }) => choice.model === name) ?? 'disabled'
  }
  const byDefault = await modelFor(tx, parts, 'coder')
  const own = 'message' in byDefault ? undefined : able.find(({ id }) => id === byDefault.identifier)
  return own ?? (capability === 'chat' ? 'undecided' : (able.at(0) ?? 'incapable'))
}

/** A model that is not in the table is one for chat, as agents use it. Anthropic's interface has no embeddings. */
const canDo = ({ listed, shape }: ListedModel, capability: ModelCapability) =>
  capability === 'embeddings'
    ? shape !== 'messages' && (listed?.capabilities.includes('embeddings') ?? false)
    : (listed?.capabilities.includes('chat') ?? true)

const cheapestOf = (models: readonly ListedModel[]): ListedModel | undefined => {
  const sumOf = ({ choice: { price } }: ListedModel) =>
    price ? price.inputMicrosPerMillion + price.outputMicrosPerMillion : Infinity
  const [cheapest] = models
    .filter((model) => model.listed?.capabilities.includes('code') && model.choice.price)
    .toSorted((a, b) => sumOf(a) - sumOf(b))
  return cheapest
}

export interface BatchWork extends TableParts, Pick<CapParts, 'database'> {
  readonly objects: ObjectStore
  readonly removals: Removals
}

export interface BatchParts extends BatchWork, CapParts {
  readonly engine: Engine
  readonly linkTo: (path: string) => string
}
