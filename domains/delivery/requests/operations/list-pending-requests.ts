import { validate } from 'uuid'
import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { shownTo } from '../../../code/projects/index.ts'
import { listPendingRequests } from '../contract.ts'
import { presentListed } from '../present.ts'
import { requestPage } from '../store.ts'

export default handle(listPendingRequests, async ({ tx, caller, query, next, ok }) => {
  const { status, cycleId, taskId, cursor, limit = pageMost } = query
  const after = cursorOf(cursor)
  if ([cycleId, taskId].some((id) => id !== undefined && !validate(id))) return ok([])
  const page = await requestPage(tx, after, limit, { status, cycleId, taskId, ...shownTo(caller) })
  next(page.next, page.count)
  return ok(await presentListed(tx, page.rows, caller.role))
})
