import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listGrowthLookups } from '../contract.ts'
import { presentPass } from '../present.ts'
import { passPage } from '../store-passes.ts'

export default handle(listGrowthLookups, async ({ tx, params, query, next, ok }) => {
  const page = await passPage(tx, params.projectId, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map((row) => presentPass(row, row)))
})
