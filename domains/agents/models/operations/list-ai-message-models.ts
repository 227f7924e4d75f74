import { handle } from '../../../../platform/handler/index.ts'
import { callableModels, presentCallable } from '../callable-models.ts'
import { listAiMessageModels } from '../contract.ts'
import type { TableParts } from '../listed-models.ts'
import { offeredBy } from '../offered-models.ts'
import { modelEndpoints } from '../store-endpoints.ts'

export default (parts: TableParts) =>
  handle(listAiMessageModels, async ({ tx, ok }) => {
    const models = callableModels(offeredBy(parts), await modelEndpoints(tx)).map(presentCallable(parts.modelTable))
    return ok({
      data: models.map((model) => ({
        ...model,
        type: 'model',
        display_name: model.id,
        created_at: '1970-01-01T00:00:00Z',
      })),
      has_more: false,
      first_id: models.at(0)?.id ?? null,
      last_id: models.at(-1)?.id ?? null,
    })
  })
