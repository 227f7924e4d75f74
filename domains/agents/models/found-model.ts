import { boundsOf, type FoundModels, type FoundSource } from '../../../execution/models/index.ts'
import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import type { ListedModel } from './contract/endpoints.ts'
import type { AddFoundModel, FoundModel } from './contract/found.ts'
import { identifierOf } from './rules/endpoints.ts'
import type { EndpointRow } from './tables.ts'

export interface FoundModelParts {
  readonly foundModels: FoundModels
}

type Endpoint = Pick<EndpointRow, 'name' | 'baseUrl' | 'models'>

export const presentFound = (source: FoundSource, endpoints: readonly Endpoint[]): Static<typeof FoundModel> => {
  const { kind, name, title, baseUrl, model = null, unusable = null } = source
  const used = endpoints.find((one) => one.baseUrl === baseUrl)
  const first = used?.models[0]
  const price = knownPrice(source)
  return {
    name,
    title,
    kind,
    place: kind === 'key' ? source.variable : new URL(baseUrl).host,
    model,
    models: kind === 'key' ? [] : [...source.models],
    inputUsdPerMillion: price?.inputUsdPerMillion ?? null,
    outputUsdPerMillion: price?.outputUsdPerMillion ?? null,
    pricedOn: price?.pricedOn ?? null,
    unusable,
    identifier: used && first ? identifierOf(used.name, first.model) : null,
  }
}

interface KnownPrice {
  readonly inputUsdPerMillion: number
  readonly outputUsdPerMillion: number
  readonly cacheReadUsdPerMillion?: number | undefined
  readonly pricedOn?: string
}

/** A model server of the own machine costs nothing; undefined for a key without a known price. */
const knownPrice = (source: FoundSource): KnownPrice | undefined =>
  source.kind === 'server' ? { inputUsdPerMillion: 0, outputUsdPerMillion: 0 } : source.price

/** The model of a source in an endpoint's form, or the fault of the request. */
export const listedModelOf = (
  source: FoundSource,
  wanted: Omit<Static<typeof AddFoundModel>, 'name'>,
  now: Date,
): Static<typeof ListedModel> | { readonly fault: InvalidField } => {
  const model = wanted.model ?? source.model!
  if (source.kind === 'server' && !source.models.includes(model))
    return { fault: { path: 'model', message: `is not listed by ${source.title}`, rule: 'model' } }
  const price = priceOf(source, model, wanted)
  if (!price)
    return {
      fault: {
        path: wanted.inputUsdPerMillion === undefined ? 'inputUsdPerMillion' : 'outputUsdPerMillion',
        message: 'is needed: the price of this model is not known here',
        rule: 'price',
      },
    }
  const { pricedOn = now.toISOString().slice(0, 'YYYY-MM-DD'.length), ...prices } = price
  return { model, ...prices, pricedOn, ...boundsOf(source) }
}

const priceOf = (
  source: FoundSource,
  model: string,
  { inputUsdPerMillion: input, outputUsdPerMillion: output }: Omit<Static<typeof AddFoundModel>, 'name'>,
): KnownPrice | undefined => {
  if (input !== undefined && output !== undefined) return { inputUsdPerMillion: input, outputUsdPerMillion: output }
  return source.kind === 'server' || model === source.model ? knownPrice(source) : undefined
}
