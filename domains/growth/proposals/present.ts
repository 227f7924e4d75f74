import type { Static } from '../../../platform/contract/index.ts'
import type { GrowthProposalRun } from './contract.ts'
import type { ProposalRunRow } from './tables.ts'

export const presentProposalRun = (row: ProposalRunRow, costMicros: number): Static<typeof GrowthProposalRun> => ({
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
