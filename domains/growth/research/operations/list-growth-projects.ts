import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listGrowthProjects } from '../contract.ts'
import { presentGrowthProject } from '../present.ts'
import { growthProjectPage } from '../store.ts'

export default handle(listGrowthProjects, async ({ tx, query, next, ok }) => {
  const page = await growthProjectPage(tx, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentGrowthProject))
})
