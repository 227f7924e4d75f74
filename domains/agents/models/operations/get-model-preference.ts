import { handle } from '../../../../platform/handler/index.ts'
import { getModelPreference } from '../contract.ts'
import type { ModelParts } from '../offered-models.ts'
import { presentPreference } from '../present.ts'
import { roleOf } from '../role.ts'
import { findModelPreference } from '../store.ts'

export default (parts: ModelParts) =>
  handle(getModelPreference, async ({ tx, params, invalid, fail, ok }) => {
    const role = roleOf(params.role, invalid)
    return ok(await presentPreference(tx, parts, (await findModelPreference(tx, role)) ?? fail.noPreference()))
  })
