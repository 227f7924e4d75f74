import { handle } from '../../../../platform/handler/index.ts'
import { getPendingRequest } from '../contract.ts'
import { presentRequest } from '../present.ts'
import { findRequest } from '../store.ts'

export default handle(getPendingRequest, async ({ tx, params, caller, absent, ok }) =>
  ok(await presentRequest(tx, (await findRequest(tx, params.id)) ?? absent(), caller.role)),
)
