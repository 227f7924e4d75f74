import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { listMySessions } from '../contract/me.ts'
import { sessionPage } from '../store-me.ts'

export default handle(listMySessions, async ({ tx, caller, query, next, ok }) => {
  const page = await sessionPage(tx, caller.userId, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map((row) => ({ ...row, isCurrent: row.id === caller.credentialId })))
})
