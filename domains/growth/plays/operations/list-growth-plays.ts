import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listGrowthPlays } from '../contract.ts'
import { presentPlay } from '../present.ts'
import { playPage } from '../store.ts'

export default handle(listGrowthPlays, async ({ tx, params, query, next, ok }) => {
  const page = await playPage(tx, params.projectId, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentPlay))
})
