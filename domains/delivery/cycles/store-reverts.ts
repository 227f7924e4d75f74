import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { CycleStatus } from './rules.ts'
import { repositoriesOfRun } from './store-repositories.ts'
import type { CycleRow } from './tables.ts'

const restoring = statement<
  { projectId: string; toId: string; fromId: string; ended: readonly CycleStatus[] },
  { id: string }
>(
  'cycle.restoring',
  `select id from cycle where project_id = :projectId and restores_revision_id = :toId
     and restores_from_revision_id = :fromId and deleted_at is null and not status = any(:ended) limit 1`,
)
const ended = ['completed', 'failed', 'stopped'] as const satisfies readonly CycleStatus[]
/** True if a cycle that has not ended brings the project back to this revision already, from the same newest one. */
export const isBeingRestored = async (
  tx: Transaction,
  projectId: string,
  { toId, fromId }: { readonly toId: string; readonly fromId: string },
): Promise<boolean> => (await restoring(tx, { projectId, toId, fromId, ended })).length > 0

/** A cycle's delivery to one repository. */
export interface DeliveredPart {
  /** Null in rows of an earlier version: the primary one of then. */
  readonly repositoryId: string | null
  readonly baseSha: string | null
  readonly integrationSha: string | null
  readonly mergedSha: string
}

/** A cycle's deliveries, by repository, the primary one first; empty if it delivered nothing. */
export const deliveredParts = async (tx: Transaction, delivered: CycleRow): Promise<DeliveredPart[]> => {
  const { runId, repositoryId, baseSha, integrationSha, mergedSha } = delivered
  if (!mergedSha) return []
  const rows = runId ? await repositoriesOfRun(tx, runId) : []
  const beside = rows.flatMap((row) => (row.deliveredAt && row.toSha ? { ...row, mergedSha: row.toSha } : []))
  const own = { repositoryId, baseSha, integrationSha, mergedSha }
  return beside.length > 0 && integrationSha === baseSha ? beside : [own, ...beside]
}
