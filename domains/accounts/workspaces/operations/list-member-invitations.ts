import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { listMemberInvitations } from '../contract/members.ts'
import { presentInvitation } from '../present-member.ts'
import { invitationPage } from '../store-invitations.ts'

export default handle(listMemberInvitations, async ({ tx, query, next, ok }) => {
  const page = await invitationPage(tx, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentInvitation))
})
