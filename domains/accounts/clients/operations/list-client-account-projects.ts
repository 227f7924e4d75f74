import { pageMost } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { listClientAccountProjects } from '../contract/accounts.ts'
import { presentAccountProject } from '../present-account.ts'
import { accountProjectPage } from '../../../code/projects/index.ts'

export default handle(listClientAccountProjects, async ({ tx, params, query, next, ok }) => {
  const page = await accountProjectPage(tx, params.id, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentAccountProject))
})
