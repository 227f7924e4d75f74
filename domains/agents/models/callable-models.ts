import { mediaPrice } from '../../../execution/media/index.ts'
import type { ModelTable } from '../../../execution/model-table/read-table.ts'
import type { ModelChoice, ShapeName } from '../../../execution/models/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { resolvedModel, type OfferedModels, type ResolvedModel } from './model-choice.ts'
import type { AiModels } from './contract.ts'
import { identifierOf } from './rules/endpoints.ts'
import type { EndpointRow } from './tables.ts'

/** A model that may be called over the network; it has to be listed. */
export interface CallableModel extends Omit<ResolvedModel, 'mostTokens'> {
  readonly id: string
  readonly ownedBy: string
  /** Null for models of the instance. */
  readonly pricedOn: string | null
}

/** The workspace's models, then the instance's. The workspace's model wins over one of the same name. */
export const callableModels = (offered: OfferedModels, endpoints: readonly EndpointRow[]): CallableModel[] => {
  const own = endpoints.flatMap((endpoint) =>
    endpoint.models.flatMap(({ model, pricedOn }) => {
      const id = identifierOf(endpoint.name, model)
      const found = resolvedModel(offered, endpoint, { model: id })
      return 'refusal' in found ? [] : [{ ...found, id, ownedBy: endpoint.name, pricedOn }]
    }),
  )
  const names = [offered.own.model, ...offered.others.map(({ model }) => model)]
  const ofInstance = [...new Set(names)].flatMap((id) => {
    const found = resolvedModel(offered, undefined, { model: id })
    const isTaken = own.some((one) => one.id === id)
    return isTaken || 'refusal' in found ? [] : [{ ...found, id, ownedBy: offered.own.name, pricedOn: null }]
  })
  return [...own, ...ofInstance]
}

// The built-in model reads its script unchanged: it is for trying things out, and nothing is translated for it.
const isServedIn = (shape: CallForm, { endpoint, ownedBy, ...model }: CallableModel) => {
  // Anthropic's interface has no embeddings.
  if (shape === 'embeddings') return model.shape !== 'messages' && ownedBy !== 'offline'
  return shape === 'token_count' || model.shape === shape || endpoint !== undefined || ownedBy !== 'offline'
}

/** The listed model of that name; else whether the workspace has any that can be called in this shape. */
export const calledModel = (
  models: readonly CallableModel[],
  id: string,
  shape: CallForm,
): CallableModel | 'unknown' | 'disabled' => {
  const inShape = models.filter((one) => isServedIn(shape, one))
  if (inShape.length === 0) return 'disabled'
  return inShape.find((one) => one.id === id) ?? 'unknown'
}

type PresentedModel = Static<typeof AiModels>['data'][number]

const usd = (micros: number | undefined) => (micros === undefined ? null : micros / 1_000_000)

/** A callable model as callers see it, with its values from the table. */
export const presentCallable =
  (table: ModelTable) =>
  ({ id, ownedBy, shape, choice, pricedOn }: CallableModel): PresentedModel => {
    const listed = table.get(choice.model)
    const price = mediaPrice(choice.price, listed)
    return {
      id,
      object: 'model',
      created: 0,
      owned_by: ownedBy,
      shape,
      ...boundsOf(choice),
      inputUsdPerMillion: usd(choice.price?.inputMicrosPerMillion),
      outputUsdPerMillion: usd(choice.price?.outputMicrosPerMillion),
      pricedOn,
      capabilities: listed ? [...listed.capabilities] : [],
      unitPrice: price === undefined || price.by === 'tokens' ? null : { usd: price.micros / 1_000_000, per: price.by },
    }
  }

const boundsOf = ({ contextTokens, maxOutputTokens }: ModelChoice) => ({ contextTokens, maxOutputTokens })

export type CallForm = ShapeName | 'embeddings' | 'token_count'
