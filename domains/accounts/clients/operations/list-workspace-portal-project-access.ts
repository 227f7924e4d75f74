import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { grantPage } from '../../../code/projects/index.ts'
import { listWorkspacePortalProjectAccess } from '../contract/portals.ts'
import { validIdOr } from '../valid-id.ts'
import { presentAccess } from '../present-portal.ts'

export default handle(listWorkspacePortalProjectAccess, async ({ tx, params, query, next, absent, ok }) => {
  const source = { userId: validIdOr(params.userId, absent), accountId: null }
  const page = await grantPage(tx, source, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentAccess))
})
