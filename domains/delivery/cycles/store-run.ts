import { rowStatement, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { CycleStatus } from './rules.ts'
import { cycle, cycleRepository, type CycleRow, type RunRepositoryRow } from './tables.ts'

// The changes of cycles by their runs, and of the repositories in which they work.

export const moveRow = rowStatement<
  { id: string; from: readonly CycleStatus[]; to: CycleStatus; now: Date; failure: Json | null },
  CycleRow
>(
  'cycle.move',
  `update cycle set status = :to, status_changed_at = :now, updated_at = :now, failure = :failure
   where id = :id and status = any(:from) and deleted_at is null returning ${cycle.columns}`,
)

export const begin = rowStatement<{ id: string; runId: string; number: number }, CycleRow>(
  'cycle.begin-run',
  `update cycle set run_id = :runId, run_number = :number, base_sha = null, integration_branch = null, integration_sha = null,
     merged_sha = null, run_started_by = null, run_has_desktop = false where id = :id returning ${cycle.columns}`,
)

export const setStarter = statement<{ runId: string; userId: string; hasDesktop: boolean }>(
  'cycle.run-started-by',
  'update cycle set run_started_by = :userId, run_has_desktop = :hasDesktop where run_id = :runId',
)

export interface RunPlan {
  readonly id: string
  readonly runId: string
  /** The primary repository of the project while the run is at work. */
  readonly repositoryId: string
  readonly baseSha: string
  readonly integrationBranch: string
}
export const plan = statement<RunPlan>(
  'cycle.plan',
  `update cycle set repository_id = :repositoryId, base_sha = :baseSha, integration_branch = :integrationBranch,
     integration_sha = :baseSha where id = :id and run_id = :runId`,
)

export const integrate = statement<{ id: string; runId: string; sha: string }>(
  'cycle.integrate',
  'update cycle set integration_sha = :sha where id = :id and run_id = :runId',
)

export const deliver = statement<{ id: string; runId: string; sha: string; revisionId: string | null }>(
  'cycle.deliver',
  'update cycle set merged_sha = :sha, revision_id = :revisionId where id = :id and run_id = :runId',
)

export interface NewRunRepository extends Pick<
  RunRepositoryRow,
  'runId' | 'repositoryId' | 'cycleId' | 'targetRef' | 'baseSha'
> {
  readonly now: Date
}
export const insertRepository = statement<NewRunRepository>(
  'cycle.begin-in-repository',
  insertInto(
    cycleRepository,
    ['runId', 'repositoryId', 'cycleId', 'targetRef', 'baseSha'],
    { workspaceId: ':workspace', integrationSha: ':baseSha', createdAt: ':now' },
    'on conflict (run_id, repository_id) do nothing',
  ),
)

export const integrateIn = statement<{ runId: string; repositoryId: string; sha: string }>(
  'cycle.integrate-in-repository',
  'update cycle_repository set integration_sha = :sha where run_id = :runId and repository_id = :repositoryId',
)

export const intendMove = statement<{ runId: string; repositoryId: string; from: string | null; to: string | null }>(
  'cycle.intend-in-repository',
  `update cycle_repository set from_sha = :from, to_sha = :to
   where run_id = :runId and repository_id = :repositoryId and delivered_at is null`,
)

/** The moved refs: a row without a move has no time of delivery. */
export interface DeliveredRef {
  readonly repositoryId: string
  readonly targetRef: string
  readonly from: string | null
  readonly to: string | null
}
export const deliverIn = statement<{ runId: string; now: Date }, DeliveredRef>(
  'cycle.deliver-in-repositories',
  `update cycle_repository set delivered_at = :now where run_id = :runId and to_sha is not null
   returning repository_id as "repositoryId", target_ref as "targetRef", from_sha as "from", to_sha as "to"`,
)
