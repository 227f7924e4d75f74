import { handle } from '../../../../platform/handler/index.ts'
import { getClientAccounting } from '../contract.ts'
import { presentClientAccounting } from '../present.ts'
import { findClientAccounting } from '../store.ts'

export default handle(getClientAccounting, async ({ tx, params, ok }) =>
  ok(presentClientAccounting(await findClientAccounting(tx, params.clientAccountId))),
)
