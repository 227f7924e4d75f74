import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { listMembers } from '../contract/members.ts'
import { presentMember } from '../present-member.ts'
import { memberPage } from '../store-members.ts'

export default handle(listMembers, async ({ tx, query, next, ok }) => {
  const page = await memberPage(tx, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentMember))
})
