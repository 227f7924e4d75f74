import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listGrowthCitableProjects } from '../contract.ts'
import { presentCitable } from '../present.ts'
import { approvalsIn, citablePage } from '../store-citable.ts'

export default handle(listGrowthCitableProjects, async ({ tx, caller, query, next, ok }) => {
  const page = await citablePage(tx, caller, cursorOf(query.cursor), query.limit ?? pageMost)
  const approvals = await approvalsIn(
    tx,
    page.rows.map(({ projectId }) => projectId),
  )
  next(page.next)
  return ok(page.rows.map((row) => presentCitable(row, approvals)))
})
