import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { shownTo } from '../../../code/projects/index.ts'
import { listCyclePendingRequests } from '../contract.ts'
import { presentRequests } from '../present.ts'
import { requestPage } from '../store.ts'

export default handle(listCyclePendingRequests, async ({ tx, caller, params, query, next, ok }) => {
  const { status, cursor, limit = pageMost } = query
  const page = await requestPage(tx, cursorOf(cursor), limit, { status, cycleId: params.id, ...shownTo(caller) })
  next(page.next)
  return ok(await presentRequests(tx, page.rows, caller.role))
})
