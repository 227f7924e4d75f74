import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { listClientPortalInvitations } from '../contract/portals.ts'
import { presentInvitation } from '../present-portal.ts'
import { accountInvitationPage } from '../store-portals.ts'

export default handle(listClientPortalInvitations, async ({ tx, params, query, next, ok }) => {
  const page = await accountInvitationPage(tx, params.id, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentInvitation))
})
