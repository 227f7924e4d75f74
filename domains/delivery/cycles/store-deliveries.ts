import { matchStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { endedStatuses, type CycleStatus } from './rules.ts'
import { repositoriesOfRun } from './store-repositories.ts'
import type { CycleRow } from './tables.ts'

/** A commit that a cycle delivered to a repository. */
interface DeliveredCommit extends Pick<CycleRow, 'handle' | 'title' | 'projectId'> {
  readonly cycleId: string
  readonly repositoryId: string
  readonly commitSha: string
  readonly deliveredAt: Date
  /** Whether nothing was delivered to the repository after it. */
  readonly isNewest: boolean
}

const delivered = `(
    select id as cycle_id, repository_id, merged_sha as commit_sha, status_changed_at as delivered_at
    from cycle where workspace_id = :workspace and status = 'completed' and merged_sha is not null
  union all
    select cycle_id, repository_id, to_sha, delivered_at from cycle_repository
    where workspace_id = :workspace and delivered_at is not null and to_sha is not null)`

const ofCommits = statement<{ repositoryIds: readonly string[]; commitShas: readonly string[] }, DeliveredCommit>(
  'cycle.deliveries-of-commits',
  `with delivery as materialized ${delivered},
     newest as (select repository_id, max(delivered_at) as at from delivery group by repository_id)
   select cycle.id as "cycleId", handle, title, project_id as "projectId", delivery.repository_id as "repositoryId",
     delivery.commit_sha as "commitSha", delivered_at as "deliveredAt", delivered_at = newest.at as "isNewest"
   from delivery join unnest(:repositoryIds::uuid[], :commitShas::text[]) as asked (in_repository, with_sha)
       on repository_id = in_repository and commit_sha = with_sha
     join newest on newest.repository_id = delivery.repository_id
     join cycle on cycle.id = delivery.cycle_id
   order by delivered_at desc, cycle.id`,
)
/** The deliveries of these commits, newest first, also by deleted cycles: their deliveries stay delivered. */
export const deliveriesOfCommits = (
  tx: Transaction,
  commits: readonly { readonly repositoryId: string; readonly commitSha: string }[],
) =>
  ofCommits(tx, {
    repositoryIds: commits.map(({ repositoryId }) => repositoryId),
    commitShas: commits.map(({ commitSha }) => commitSha),
  })

const restoring = matchStatement<
  { projectId: string; toId: string; fromId: string; ended: readonly CycleStatus[] },
  { id: string }
>(
  'cycle.restoring',
  `select id from cycle where project_id = :projectId and restores_revision_id = :toId
     and restores_from_revision_id = :fromId and deleted_at is null and not status = any(:ended) limit 1`,
)
/** True if a cycle that has not ended brings the project back to this revision already, from the same newest one. */
export const isBeingRestored = (tx: Transaction, projectId: string, toId: string, fromId: string) =>
  restoring(tx, { projectId, toId, fromId, ended: endedStatuses })

/** A cycle's delivery to one repository; rows of an earlier version do not name it: it was the primary one. */
export interface DeliveredPart extends Pick<CycleRow, 'repositoryId' | 'baseSha' | 'integrationSha'> {
  readonly mergedSha: string
}

/** A cycle's deliveries, by repository, the primary one first if it changed; empty if it delivered nothing. */
export const deliveredParts = async (tx: Transaction, delivered: CycleRow): Promise<DeliveredPart[]> => {
  const { runId, repositoryId, baseSha, integrationSha, mergedSha } = delivered
  if (!mergedSha) return []
  const rows = runId ? await repositoriesOfRun(tx, { runId }) : []
  const beside = rows.flatMap((row) => (row.deliveredAt && row.toSha ? { ...row, mergedSha: row.toSha } : []))
  const own = { repositoryId, baseSha, integrationSha, mergedSha }
  return beside.length > 0 && integrationSha === baseSha ? beside : [own, ...beside]
}
