import { handle } from '../../../../platform/handler/index.ts'
import { getProjectImport } from '../contract.ts'
import { presentStatus } from '../present.ts'
import { findImport } from '../store.ts'

export default handle(getProjectImport, async ({ tx, params, caller, now, absent, ok }) =>
  ok(presentStatus((await findImport(tx, params.id, caller.userId)) ?? absent(), now)),
)
