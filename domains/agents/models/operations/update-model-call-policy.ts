import { handle } from '../../../../platform/handler/index.ts'
import { callableModels } from '../callable-models.ts'
import { updateModelCallPolicy } from '../contract.ts'
import { offeredBy, type ModelParts } from '../offered-models.ts'
import { presentCallPolicy } from '../present.ts'
import { faultsOfPolicy } from '../rules/call-policy.ts'
import { putCallPolicy } from '../store-call-policy.ts'
import { modelEndpoints } from '../store-endpoints.ts'

export default (parts: ModelParts) =>
  handle(updateModelCallPolicy, async ({ tx, body, caller, workspace, now, invalid, ok }) => {
    const listed = callableModels(offeredBy(parts), await modelEndpoints(tx))
    const faults = faultsOfPolicy(
      body,
      listed.map(({ id }) => id),
    )
    if (faults.length > 0) return invalid(faults)
    const row = await putCallPolicy(tx, body, { now, userId: caller.userId })
    return ok(presentCallPolicy(row), { resource: ['workspace', workspace], metadata: { ...body } })
  })
