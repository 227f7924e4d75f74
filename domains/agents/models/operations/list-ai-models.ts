import { handle } from '../../../../platform/handler/index.ts'
import { callableModels, presentCallable } from '../callable-models.ts'
import { modelFor } from '../chosen-model.ts'
import { listAiModels } from '../contract.ts'
import type { TableParts } from '../listed-models.ts'
import { offeredBy } from '../offered-models.ts'
import { modelEndpoints } from '../store-endpoints.ts'

export default (parts: TableParts) =>
  handle(listAiModels, async ({ tx, ok }) => {
    const [endpoints, chosen] = await Promise.all([modelEndpoints(tx), modelFor(tx, parts, 'coder')])
    const models = callableModels(offeredBy(parts), endpoints)
    const byDefault = 'message' in chosen ? undefined : models.find(({ id }) => id === chosen.identifier)
    return ok({ object: 'list', default: byDefault?.id ?? null, data: models.map(presentCallable(parts.modelTable)) })
  })
