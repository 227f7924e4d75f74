import { pageMost, type Static } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import { handle } from '../../../platform/handler/index.ts'
import { usageOfRuns } from '../../agents/spending/index.ts'
import * as contract from './contract.ts'
import { proposalRunPage } from './store.ts'
import type { ProposalRunRow } from './tables.ts'

const presentProposalRun = (row: ProposalRunRow, costMicros: number): Static<typeof contract.GrowthProposalRun> => ({
  id: row.id,
  growthRunId: row.growthRunId,
  status: row.status,
  failure: row.failureCode === null ? null : { code: row.failureCode, message: row.failureMessage! },
  playsProposed: row.playsProposed,
  playsDropped: row.playsDropped,
  costUsd: costMicros / 1_000_000,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
})

const listGrowthProposalRuns = handle(contract.listGrowthProposalRuns, async ({ tx, params, query, next, ok }) => {
  const page = await proposalRunPage(tx, params.projectId, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  const used = await usageOfRuns(tx, { runIds: page.rows.flatMap(({ runId }) => runId ?? []) })
  const costOf = (runId: string | null) =>
    used.filter((one) => one.runId === runId).reduce((sum, { costMicros }) => sum + costMicros, 0)
  return ok(page.rows.map((row) => presentProposalRun(row, costOf(row.runId))))
})

export default () => ({ listGrowthProposalRuns })
