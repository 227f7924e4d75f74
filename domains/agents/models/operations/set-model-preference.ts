import { handle } from '../../../../platform/handler/index.ts'
import { setModelPreference } from '../contract.ts'
import { presentPreference } from '../present.ts'
import { roleOf } from '../role.ts'
import { offeredBy, type ModelParts } from '../offered-models.ts'
import { faultsOf } from '../model-choice.ts'
import { keepEndpointNamedIn } from '../store-endpoints.ts'
import { putModelPreference } from '../store.ts'

export default (parts: ModelParts) =>
  handle(setModelPreference, async ({ tx, params, body, caller, workspace, now, invalid, ok }) => {
    const role = roleOf(params.role, invalid)
    const { modelIdentifier, maxTokens = null, temperature = null } = body
    const asked = { model: modelIdentifier, maxTokens: maxTokens ?? undefined, temperature: temperature ?? undefined }
    const faults = faultsOf(offeredBy(parts), await keepEndpointNamedIn(tx, modelIdentifier), asked)
    if (faults.length > 0) return invalid(faults)
    const row = await putModelPreference(tx, {
      role,
      modelIdentifier,
      maxTokens,
      temperature: temperature === null ? null : String(temperature),
      now,
      userId: caller.userId,
    })
    return ok(await presentPreference(tx, parts, row), {
      resource: ['workspace', workspace],
      metadata: { role, ...body },
    })
  })
