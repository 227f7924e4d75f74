import { mediaPrice } from '../../../execution/media/index.ts'
import type { ModelTable } from '../../../execution/model-table/read-table.ts'
import type { ModelChoice, ShapeName } from '../../../execution/models/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { resolvedModel, type OfferedModels, type ResolvedModel } from './model-choice.ts'
import type { AiModels } from './contract.ts'
import { identifierOf } from './rules/endpoints.ts'
import type { EndpointRow } from './tables.ts'

/** A model that programs can call by the API; the workspace or the configuration lists it. */
export interface CallableModel extends Omit<ResolvedModel, 'mostTokens'> {
  readonly id: string
  readonly ownedBy: string
  /** Null for models of the instance. */
  readonly pricedOn: string | null
}

/** Returns the workspace's models, then the instance's. Of two models with one name, it has the workspace's. */
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

// `offline` is the built-in model, which replays a script: calls are not translated for it, and it has no embeddings.
const isServedIn = (shape: CallForm, { endpoint, ownedBy, ...model }: CallableModel) => {
  const isBuiltIn = ownedBy === 'offline'
  // Anthropic's interface has no embeddings.
  if (shape === 'embeddings') return model.shape !== 'messages' && !isBuiltIn
  return shape === 'token_count' || model.shape === shape || endpoint !== undefined || !isBuiltIn
}

/** Returns the model with this id; `unknown` if it is not listed, `disabled` if no model serves this shape. */
export const calledModel = (
  models: readonly CallableModel[],
  id: string,
  shape: CallForm,
): CallableModel | 'unknown' | 'disabled' => {
  const inShape = models.filter((one) => isServedIn(shape, one))
  if (inShape.length === 0) return 'disabled'
  return inShape.find((one) => one.id === id) ?? 'unknown'
}

const usd = (micros: number | undefined) => (micros === undefined ? null : micros / 1_000_000)

/** Returns a callable model for the API, with its values from the table of models. */
export const presentCallable =
  (table: ModelTable) =>
  ({ id, ownedBy, shape, choice, pricedOn }: CallableModel): Static<typeof AiModels>['data'][number] => {
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
