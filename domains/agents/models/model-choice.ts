import {
  withCachePrices,
  type ModelChoice,
  type ModelProvider,
  type Price,
  type ShapeName,
} from '../../../execution/models/index.ts'
import { boundsOf, identifierOf, type TokenBounds } from './rules/endpoints.ts'
import type { EndpointRow } from './tables.ts'
import { agentRoles, type AgentRole } from '../agents/index.ts'

/** Models of the instance's endpoint: the model in its settings, and others with their prices. */
export interface OfferedModels {
  readonly own: Pick<ModelProvider, 'name' | 'shape'> & ModelChoice
  readonly others: readonly OtherModel[]
  /** For models of workspaces' endpoints without bounds. */
  readonly bounds: TokenBounds
}

export interface OtherModel {
  readonly model: string
  readonly price: Price
  /** Unknown numbers are taken from the own model. */
  readonly contextTokens?: number
  readonly maxOutputTokens?: number
}

/** The wanted properties of a model. */
export interface RequestedModel {
  readonly model: string
  readonly temperature?: number | undefined
  readonly maxTokens?: number | undefined
}

interface ChoiceRefusal {
  readonly refusal: string
}

/**
 * The model in the form of the gateway; or why it cannot be used. If the operator sets any price, even zero, a model
 * without a price is refused: no cap would hold for it. If no price is set, all costs are unknown.
 */
export const choiceOf = (
  { own, others }: Pick<OfferedModels, 'own' | 'others'>,
  { model, temperature, maxTokens }: RequestedModel,
): ModelChoice | ChoiceRefusal => {
  const found = model === own.model ? own : others.find((one) => one.model === model)
  if (!found && own.name === 'offline') return { refusal: 'this instance has the built-in offline model alone' }
  if (!found && (own.price || others.length > 0))
    return { refusal: 'what it costs is not known, so that no cap would hold' }
  const { price, contextTokens = own.contextTokens, maxOutputTokens = own.maxOutputTokens } = found ?? own
  const most = Math.min(maxTokens ?? Infinity, maxOutputTokens, own.maxOutputTokens)
  return { model, price, contextTokens, maxOutputTokens: most, temperature }
}

/** Where a model is, and how it is asked there. */
export interface ResolvedModel {
  readonly choice: ModelChoice
  readonly shape: ShapeName
  /** The longest answer that may be asked for. */
  readonly mostTokens: number
  /** Undefined for a model of the instance. */
  readonly endpoint: EndpointRow | undefined
}

/**
 * The requested model: a model that the workspace's endpoint of that name lists, else a model of the instance. The
 * model's name begins with the name of `endpoint`. A model that the endpoint does not list goes to no other endpoint,
 * unless the instance has a model of that name.
 */
export const resolvedModel = (
  offered: OfferedModels,
  endpoint: EndpointRow | undefined,
  asked: RequestedModel,
): ResolvedModel | ChoiceRefusal => {
  const { own, others, bounds } = offered
  const listed = endpoint?.models.find(({ model }) => identifierOf(endpoint.name, model) === asked.model)
  if (endpoint && listed) {
    const { contextTokens, maxOutputTokens: mostTokens } = boundsOf(listed, bounds)
    const maxOutputTokens = Math.min(asked.maxTokens ?? Infinity, mostTokens)
    const { model, price } = { model: listed.model, price: priceOf(listed, endpoint) }
    const choice = { model, price, contextTokens, maxOutputTokens, temperature: asked.temperature }
    return { choice, shape: endpoint.shape, mostTokens, endpoint }
  }
  if (endpoint && ![own, ...others].some(({ model }) => model === asked.model))
    return { refusal: `the endpoint ${endpoint.name} of the workspace does not list it` }
  const choice = choiceOf(offered, asked)
  if ('refusal' in choice) return choice
  return { choice, shape: own.shape, mostTokens: own.maxOutputTokens, endpoint: undefined }
}

const priceOf = (listed: EndpointRow['models'][number], { baseUrl, shape }: EndpointRow) => {
  const { inputMicrosPerMillion, outputMicrosPerMillion, ...rest } = listed
  const cacheReadMicrosPerMillion = rest.cacheReadMicrosPerMillion ?? undefined
  const cacheWriteMicrosPerMillion = rest.cacheWriteMicrosPerMillion ?? undefined
  const given = { inputMicrosPerMillion, outputMicrosPerMillion, cacheReadMicrosPerMillion, cacheWriteMicrosPerMillion }
  return withCachePrices(given, baseUrl, shape)
}

/** The fields of a preference that its model does not take. An unavailable identifier is kept, without effect. */
export const faultsOf = (offered: OfferedModels, endpoint: EndpointRow | undefined, asked: RequestedModel) => {
  const found = resolvedModel(offered, endpoint, asked)
  const { shape, mostTokens } =
    'refusal' in found ? { shape: offered.own.shape, mostTokens: offered.own.maxOutputTokens } : found
  // Anthropic's scale ends at 1.
  const hottest = shape === 'messages' ? 1 : 2
  return [
    ...((asked.temperature ?? 0) > hottest
      ? [{ path: 'temperature', message: `is at most ${hottest} with this endpoint`, rule: 'maximum' }]
      : []),
    ...((asked.maxTokens ?? 0) > mostTokens
      ? [{ path: 'maxTokens', message: `is at most ${mostTokens} with this model`, rule: 'maximum' }]
      : []),
  ]
}

/** The role of a path; ends the request in 400 if it is unknown. */
export const roleOf = (
  text: string,
  invalid: (fields: readonly { path: string; message: string; rule: string }[]) => never,
): AgentRole =>
  agentRoles.find((role) => role === text) ??
  invalid([{ path: 'role', message: `is not one of ${agentRoles.join(', ')}`, rule: 'enum' }])
