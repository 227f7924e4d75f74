import { handle, pageMost } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import { grantPage } from '../../clients/index.ts'
import { listWorkspacePortalProjectAccess } from '../contract.ts'
import { knownId } from '../known-id.ts'
import { presentAccess } from '../present.ts'

export default handle(listWorkspacePortalProjectAccess, async ({ tx, params, query, next, absent, ok }) => {
  const place = { userId: knownId(params.userId, absent), accountId: null }
  const page = await grantPage(tx, place, cursorOf(query.cursor), query.limit ?? pageMost)
  if (page.next) next(page.next)
  return ok(page.rows.map(presentAccess))
})
