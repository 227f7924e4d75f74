import { handle } from '../../../../platform/handler/index.ts'
import { getClientAccount } from '../contract/accounts.ts'
import { presentAccountSummary } from '../present-account.ts'
import { accountSummary } from '../store-accounts.ts'

export default handle(getClientAccount, async ({ tx, params, absent, ok }) =>
  ok(presentAccountSummary((await accountSummary(tx, params.id)) ?? absent())),
)
