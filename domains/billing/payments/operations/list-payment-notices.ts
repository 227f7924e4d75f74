import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listPaymentNotices } from '../contract.ts'
import { presentNotice } from '../present.ts'
import { noticePage } from '../store-notices.ts'

export default handle(listPaymentNotices, async ({ tx, caller, query, next, ok }) => {
  // As each invoice is absent for a key that names projects.
  if (caller.projectIds) return ok([])
  const { cursor, limit = pageMost, outcome = null } = query
  const page = await noticePage(tx, cursorOf(cursor), limit, outcome)
  next(page.next, page.count)
  return ok(page.rows.map(presentNotice))
})
