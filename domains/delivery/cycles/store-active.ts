import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { cycleStatuses, isActive, type CycleStatus } from './rules.ts'

export interface ActiveCycle {
  readonly id: string
  readonly title: string
  readonly status: CycleStatus
  readonly statusChangedAt: Date
}

const atWork = statement<{ projectId: string; active: readonly CycleStatus[]; limit: number }, ActiveCycle>(
  'cycle.begun',
  `select id, title, status, status_changed_at as "statusChangedAt" from cycle
   where project_id = :projectId and deleted_at is null and status = any(:active) order by created_at, id limit :limit`,
)
/** The cycles of a project that have been begun and not ended, the oldest first. */
export const activeCyclesOf = (tx: Transaction, projectId: string, limit: number) =>
  atWork(tx, { projectId, active: cycleStatuses.filter(isActive), limit })

const proposed = statement<{ ids: readonly string[] }, { id: string; createdAt: Date }>(
  'cycle.proposed-at',
  'select id, created_at as "createdAt" from cycle where id = any(:ids)',
)
/** The times at which cycles were proposed. */
export const proposedAt = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> =>
  new Map((await proposed(tx, { ids })).map(({ id, createdAt }) => [id, createdAt]))
