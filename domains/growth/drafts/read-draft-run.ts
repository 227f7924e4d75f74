import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { usageOfRuns } from '../../agents/spending/index.ts'
import type { GrowthDraftRun } from './contract/schemas.ts'
import type { DraftRunRow } from './tables.ts'

/** A run of drafts as people see it. */
export const readDraftRun = async (tx: Transaction, row: DraftRunRow): Promise<Static<typeof GrowthDraftRun>> => {
  const used = row.runId === null ? [] : await usageOfRuns(tx, [row.runId])
  return {
    id: row.id,
    status: row.status,
    failure: row.failureCode === null ? null : { code: row.failureCode, message: row.failureMessage! },
    leads: row.leads,
    drafts: row.drafts,
    leadsSkipped: row.leadsSkipped,
    sentencesDropped: row.sentencesDropped,
    costUsd: used.reduce((sum, { costMicros }) => sum + costMicros, 0) / 1_000_000,
    createdAt: row.createdAt,
    endedAt: row.endedAt,
  }
}
