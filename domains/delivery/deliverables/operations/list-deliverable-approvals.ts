import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { currentOf } from '../content.ts'
import { listDeliverableApprovals } from '../contract.ts'
import { findShown } from '../find-shown.ts'
import { presentApprovals } from '../present.ts'
import { approvalPage } from '../store-approvals.ts'

export default handle(listDeliverableApprovals, async ({ tx, params, query, caller, next, absent, ok }) => {
  const row = (await findShown(tx, params.cycleId, caller)) ?? absent()
  const current = await currentOf(tx, row)
  const page = await approvalPage(tx, row.id, {
    after: cursorOf(query.cursor),
    limit: query.limit ?? pageMost,
    awaiting: query.awaiting === 'me' ? caller.userId : undefined,
  })
  next(page.next)
  return ok(await presentApprovals(tx, page.rows, { cycleId: row.cycleId, current, role: caller.role }))
})
