import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { listClientPortalMembers } from '../contract/portals.ts'
import { presentMember } from '../present-portal.ts'
import { seatHolderPage } from '../store-people.ts'

export default handle(listClientPortalMembers, async ({ tx, params, query, next, ok }) => {
  const page = await seatHolderPage(tx, params.id, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentMember))
})
