import { handle } from '../../../../platform/handler/index.ts'
import { choiceOf } from '../choice.ts'
import { listModelCatalog } from '../contract.ts'
import { offeredBy, type CatalogParts } from '../offered.ts'

export default (parts: CatalogParts) =>
  handle(listModelCatalog, async ({ ok }) => {
    const { source, models, isWhole, fetchedAt, ageSeconds, isStale, failure } = await parts.catalog.read()
    const offered = offeredBy(parts)
    return ok({
      source: source ?? null,
      fetchedAt: fetchedAt ?? null,
      ageSeconds: ageSeconds ?? null,
      ...{ isStale, isWhole, failure: failure ?? null },
      models: models.map(({ inputMicrosPerMillion, outputMicrosPerMillion, ...model }) => ({
        ...model,
        inputUsdPerMillion: usd(inputMicrosPerMillion),
        outputUsdPerMillion: usd(outputMicrosPerMillion),
        canBeChosen: !('refusal' in choiceOf(offered, { model: model.id })),
      })),
    })
  })

const usd = (micros: number | null) => (micros === null ? null : micros / 1_000_000)
