import { handle } from '../../../../platform/handler/index.ts'
import { resolvedModel } from '../model-choice.ts'
import { knownMakers } from '../known-makers.ts'
import type { TableParts } from '../listed-models.ts'
import { listModelCatalog } from '../contract.ts'
import { offeredBy, type CatalogParts } from '../offered-models.ts'
import { presentModelOf } from '../present-endpoint.ts'
import { boundsOf, endpointNameIn } from '../rules/endpoints.ts'
import { modelEndpoints } from '../store-endpoints.ts'
import type { EndpointRow } from '../tables.ts'

export default (parts: CatalogParts & TableParts) =>
  handle(listModelCatalog, async ({ read, ok }) => {
    const { source, models, isWhole, fetchedAt, ageSeconds, isStale, failure } = await parts.catalog.read()
    const endpoints = await read(modelEndpoints)
    const offered = offeredBy(parts)
    const atEndpoint = (id: string) => endpoints.find(({ name }) => name === endpointNameIn(id))
    return ok({
      source: source ?? null,
      fetchedAt: fetchedAt ?? null,
      ageSeconds: ageSeconds ?? null,
      isStale,
      isWhole,
      failure: failure ?? null,
      makers: knownMakers(parts.modelTable),
      models: [
        ...endpoints.flatMap((row) => listedBy(row, parts)),
        ...models.map(({ inputMicrosPerMillion, outputMicrosPerMillion, ...model }) => ({
          ...model,
          endpoint: null,
          pricedOn: null,
          inputUsdPerMillion: usd(inputMicrosPerMillion),
          outputUsdPerMillion: usd(outputMicrosPerMillion),
          canBeChosen: isOfInstance(resolvedModel(offered, atEndpoint(model.id), { model: model.id })),
        })),
      ],
    })
  })

const listedBy = (row: EndpointRow, { endpointSettings }: CatalogParts) =>
  row.models.map((listed) => {
    const { identifier, model, pricedOn, inputUsdPerMillion, outputUsdPerMillion } = presentModelOf(row, listed)
    const prices = { inputUsdPerMillion, outputUsdPerMillion, pricedOn }
    return {
      id: identifier,
      name: model,
      endpoint: row.name,
      ...boundsOf(listed, endpointSettings),
      ...prices,
      canBeChosen: true,
    }
  })

/** A model of the router that is called as one of the workspace's is not the one that would be chosen. */
const isOfInstance = (found: ReturnType<typeof resolvedModel>) => !('refusal' in found) && !found.endpoint

const usd = (micros: number | null) => (micros === null ? null : micros / 1_000_000)
