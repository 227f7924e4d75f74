import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listGrowthLeads } from '../contract.ts'
import { presentLead } from '../present.ts'
import { leadPage } from '../store.ts'

export default handle(listGrowthLeads, async ({ tx, params, query, next, ok }) => {
  const { cursor, limit = pageMost, status = null, playId: growthPlayId = null } = query
  const filter = { growthProjectId: params.projectId, growthPlayId, status }
  const page = await leadPage(tx, filter, cursorOf(cursor), limit)
  next(page.next)
  return ok(page.rows.map(presentLead))
})
