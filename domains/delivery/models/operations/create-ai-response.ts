import { handle } from '../../../../platform/handler/index.ts'
import { calledModel, callableModels } from '../callable.ts'
import { callOfCaller } from '../called.ts'
import { createAiResponse } from '../contract.ts'
import { offeredBy, type ModelParts } from '../offered.ts'
import { modelEndpoints } from '../store-endpoints.ts'

export default (parts: ModelParts) =>
  handle(createAiResponse, async ({ body, caller, read, commit, fail }) => {
    const models = callableModels(offeredBy(parts), await read(modelEndpoints))
    const model = calledModel(models, body.model, 'responses')
    if (model === 'disabled') return fail.capabilityDisabled()
    if (model === 'unknown') return fail.modelNotFound()
    const call = await callOfCaller(parts, model, caller, read, body)
    const reserved = commit(async ({ tx, ok }) => {
      await call.reserve(tx)
      return ok(call.relay, call.subject)
    })
    return reserved.catch(async (error: unknown) => {
      throw await call.refused(error)
    })
  })
