import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { usageOfRuns } from '../../../agents/spending/index.ts'
import { listGrowthProposalRuns } from '../contract.ts'
import { presentProposalRun } from '../present.ts'
import { proposalRunPage } from '../store.ts'

export default handle(listGrowthProposalRuns, async ({ tx, params, query, next, ok }) => {
  const page = await proposalRunPage(tx, params.projectId, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  const used = await usageOfRuns(
    tx,
    page.rows.flatMap(({ runId }) => runId ?? []),
  )
  const costOf = (runId: string | null) =>
    used.filter((one) => one.runId === runId).reduce((sum, { costMicros }) => sum + costMicros, 0)
  return ok(page.rows.map((row) => presentProposalRun(row, costOf(row.runId))))
})
