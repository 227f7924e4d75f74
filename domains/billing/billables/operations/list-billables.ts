import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listBillables } from '../contract/billables.ts'
import { presentBillable } from '../present.ts'
import { billablePage } from '../store.ts'

export default handle(listBillables, async ({ tx, caller, query, next, ok }) => {
  // As each billable is absent for a key that names projects.
  if (caller.projectIds) return ok([])
  const { cursor, limit = pageMost, clientAccountId = null, status = null } = query
  const page = await billablePage(tx, cursorOf(cursor), limit, { clientAccountId, status })
  next(page.next, page.count)
  return ok(page.rows.map(presentBillable))
})
