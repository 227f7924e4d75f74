import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { listClientAccounts } from '../contract/accounts.ts'
import { presentAccountSummary } from '../present-account.ts'
import { accountPage } from '../store-accounts.ts'

export default handle(listClientAccounts, async ({ tx, caller, query, next, ok }) => {
  // As each account is absent for a key that names projects.
  if (caller.projectIds) return ok([])
  const { cursor, limit = pageMost, archived = false } = query
  const page = await accountPage(tx, cursorOf(cursor), limit, archived)
  next(page.next)
  return ok(page.rows.map(presentAccountSummary))
})
