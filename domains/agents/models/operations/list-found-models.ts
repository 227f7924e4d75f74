import { handle } from '../../../../platform/handler/index.ts'
import { listFoundModels } from '../contract.ts'
import { presentFound, type FoundModelParts } from '../found-model.ts'
import { modelEndpoints } from '../store-endpoints.ts'

export default ({ foundModels }: FoundModelParts) =>
  handle(listFoundModels, async ({ read, ok, signal }) => {
    if (!foundModels.isOffered()) return ok({ isOffered: false, models: [] })
    const sources = await foundModels.find(signal)
    const endpoints = await read(modelEndpoints)
    return ok({ isOffered: true, models: sources.map((source) => presentFound(source, endpoints)) })
  })
