import type { Caller } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { failureFor } from '../tasks/index.ts'
import type { Cycle, CycleSummary } from './contract.ts'
import type { SummaryRow } from './store.ts'
import type { CycleRow } from './tables.ts'

export const presentCycle = (row: CycleRow, { role }: Pick<Caller, 'role'>): Static<typeof Cycle> => ({
  id: row.id,
  projectId: row.projectId,
  handle: row.handle,
  title: row.title,
  description: row.description,
  targetBranch: row.targetBranch,
  status: row.status,
  runNumber: row.runNumber,
  runId: row.runId,
  baseSha: row.baseSha,
  mergedSha: row.mergedSha,
  revisionId: row.revisionId,
  revertsCycleId: row.revertsCycleId,
  revertedByCycleId: row.revertedByCycleId,
  restoresRevisionId: row.restoresRevisionId,
  failure: failureFor(row.failure, role),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  statusChangedAt: row.statusChangedAt,
})

export const presentSummary = (
  row: SummaryRow,
  caller: Pick<Caller, 'role'>,
  authors: ReadonlyMap<string, string>,
): Static<typeof CycleSummary> => ({
  ...presentCycle(row, caller),
  urgency: row.urgency,
  taskCount: row.taskCount,
  queued: row.queued,
  verdict: row.verdict,
  trackerUrl: row.trackerUrl,
  author: authors.get(row.createdBy) ?? null,
})
