import { handle, pageMost } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import { findSeat, grantPage } from '../../clients/index.ts'
import { listClientPortalProjectAccess } from '../contract.ts'
import { knownId } from '../known-id.ts'
import { presentAccess } from '../present.ts'

export default handle(listClientPortalProjectAccess, async ({ tx, params, query, next, absent, ok }) => {
  const { clientAccountId, userId } = (await findSeat(tx, params.id, knownId(params.userId, absent))) ?? absent()
  const place = { userId, accountId: clientAccountId }
  const page = await grantPage(tx, place, cursorOf(query.cursor), query.limit ?? pageMost)
  if (page.next) next(page.next)
  return ok(page.rows.map(presentAccess))
})
