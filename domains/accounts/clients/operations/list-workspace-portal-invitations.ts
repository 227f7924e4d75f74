import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { listWorkspacePortalInvitations } from '../contract/portals.ts'
import { presentWorkspaceInvitation } from '../present-portal.ts'
import { agencyInvitationPage } from '../store-portals.ts'

export default handle(listWorkspacePortalInvitations, async ({ tx, query, next, ok }) => {
  const page = await agencyInvitationPage(tx, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentWorkspaceInvitation))
})
