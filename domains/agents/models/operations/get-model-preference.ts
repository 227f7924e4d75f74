import { handle } from '../../../../platform/handler/index.ts'
import { getModelPreference } from '../contract.ts'
import { presentPreference } from '../present.ts'
import { roleOf } from '../role.ts'
import { findModelPreference } from '../store.ts'

export default handle(getModelPreference, async ({ tx, params, invalid, fail, ok }) => {
  const role = roleOf(params.role, invalid)
  return ok(presentPreference((await findModelPreference(tx, role)) ?? fail.noPreference()))
})
