import type { ModelTable, TableModel } from '../../../execution/model-table/read-table.ts'
import { publicEndpoints } from '../../../execution/models/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { ListedModel } from './contract/endpoints.ts'
import type { ModelMaker } from './contract.ts'

type KnownModel = Static<typeof ListedModel>

/** Public makers and routers of models, each with its models for agents whose prices are known here. */
export const knownMakers = (table: ModelTable): Static<typeof ModelMaker>[] =>
  publicEndpoints.map(({ name, title, baseUrl, model, price, contextTokens, maxOutputTokens, tableNames }) => {
    const first: KnownModel[] = price ? [{ model, ...price, contextTokens, maxOutputTokens }] : []
    const others = [...table.values()].filter((one) => one.model !== model && tableNames?.test(one.model) === true)
    return { name, title, baseUrl, models: [...first, ...others.flatMap(listedOf)] }
  })

const listedOf = ({ model, price, pricedOn, capabilities, ...bounds }: TableModel): KnownModel[] => {
  if (price?.per !== 'million tokens' || !capabilities.includes('code')) return []
  return [
    {
      model,
      inputUsdPerMillion: price.input,
      outputUsdPerMillion: price.output,
      cacheReadUsdPerMillion: price.cacheRead ?? null,
      cacheWriteUsdPerMillion: price.cacheWrite ?? null,
      pricedOn,
      contextTokens: bounds.contextTokens ?? null,
      maxOutputTokens: bounds.maxOutputTokens ?? null,
    },
  ]
}
