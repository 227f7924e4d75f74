import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { findSeat } from '../store-seats.ts'
import { grantPage } from '../../../code/projects/index.ts'
import { listClientPortalProjectAccess } from '../contract/portals.ts'
import { validIdOr } from '../valid-id.ts'
import { presentAccess } from '../present-portal.ts'

export default handle(listClientPortalProjectAccess, async ({ tx, params, query, next, absent, ok }) => {
  const { clientAccountId, userId } = (await findSeat(tx, params.id, validIdOr(params.userId, absent))) ?? absent()
  const source = { userId, accountId: clientAccountId }
  const page = await grantPage(tx, source, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentAccess))
})
