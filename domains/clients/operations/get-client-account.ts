import { handle } from '../../../platform/contract/index.ts'
import { getClientAccount } from '../contract.ts'
import { presentAccountSummary } from '../present.ts'
import { accountSummary } from '../store.ts'

export default handle(getClientAccount, async ({ tx, params, absent, ok }) =>
  ok(presentAccountSummary((await accountSummary(tx, params.id)) ?? absent())),
)
