import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { grantedPeoplePage } from '../../../code/projects/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { listDeliverableReviewers } from '../contract.ts'

export default handle(listDeliverableReviewers, async ({ tx, params, query, next, absent, ok }) => {
  const { projectId } = (await findCycle(tx, params.cycleId)) ?? absent()
  const page = await grantedPeoplePage(tx, projectId, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(({ id: userId, name }) => ({ userId, name })))
})
