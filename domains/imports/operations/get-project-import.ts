import { validate } from 'uuid'
import { handle } from '../../../platform/contract/index.ts'
import { getProjectImport } from '../contract.ts'
import { presentStatus } from '../present.ts'
import { findImport } from '../store.ts'

export default handle(getProjectImport, async ({ tx, params, caller, now, absent, ok }) => {
  const session = validate(params.id) ? await findImport(tx, params.id, caller.userId) : undefined
  return ok(presentStatus(session ?? absent(), now))
})
