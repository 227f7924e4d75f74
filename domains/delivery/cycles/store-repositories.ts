import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { cycleRepository, type CycleRow, type RunRepositoryRow } from './tables.ts'
import { isLive } from '../../code/projects/index.ts'
import { isInRepository, type RepositoryPlace } from '../../code/repository-records/index.ts'
import { activeStatuses, type CycleStatus } from './rules.ts'

/** The repositories beside the primary one in which a run works. */
export const repositoriesOfRun = statement<{ runId: string }, RunRepositoryRow>(
  'cycle.repositories-of-run',
  `select ${cycleRepository.columns} from cycle_repository where run_id = :runId order by repository_id`,
)

/** True if the row of the cycle has the state of its run in a repository. Rows of an earlier version name none. */
export const isOfRun = (cycle: Pick<CycleRow, 'repositoryId'>, repositoryId: string | null): boolean =>
  cycle.repositoryId === null || repositoryId === null || cycle.repositoryId === repositoryId

interface RunPlace {
  readonly baseSha: string
  readonly integrationSha: string
  /** Null in the primary repository, which uses the cycle's own target. */
  readonly targetRef: string | null
}

/** The base of a run in a repository, and the head of its merges; undefined before it began there. */
export const findRunPlace = async (
  tx: Transaction,
  cycle: CycleRow,
  runId: string,
  repositoryId: string | null,
): Promise<RunPlace | undefined> => {
  const { baseSha, integrationSha } = cycle
  if (isOfRun(cycle, repositoryId))
    return baseSha && integrationSha ? { baseSha, integrationSha, targetRef: null } : undefined
  return (await repositoriesOfRun(tx, { runId })).find((row) => row.repositoryId === repositoryId)
}

type BranchRow = Pick<CycleRow, 'id' | 'title' | 'createdAt'> & { name: string | null; headSha: string | null }

const live = `cycle.deleted_at is null and ${isLive('cycle.project_id')}`

// A run has one branch of the same name in each of its repositories.
const beside = `left join cycle_repository beside
  on beside.run_id = cycle.run_id and beside.repository_id = :repositoryId`
const worksThere = `(${isInRepository('cycle.repository_id')} or beside.run_id is not null)`
const headThere = 'coalesce(beside.integration_sha, cycle.integration_sha)'

const newest = statement<RepositoryPlace & { rows: number }, BranchRow>(
  'cycle.newest-branches',
  `select id, title, integration_branch as name, ${headThere} as "headSha", cycle.created_at as "createdAt"
   from cycle ${beside} where project_id = :projectId and ${worksThere} and integration_branch is not null and ${live}
   order by cycle.created_at desc, id desc limit :rows`,
)
/** The target branches of the newest runs in a repository, of the newest cycles. */
export const newestCycleBranches = async (tx: Transaction, place: RepositoryPlace, rows: number) =>
  (await newest(tx, { ...place, rows })).map((row) => ({ ...row, name: row.name! }))

const atWork = statement<{ projectId: string; active: readonly CycleStatus[] }, { id: string; runId: string | null }>(
  'cycle.at-work',
  `select id, run_id as "runId" from cycle
   where project_id = :projectId and run_id is not null and status = any(:active) and ${live} order by created_at, id`,
)
/** The cycles of a project that a run works on. */
export const cyclesAtWork = async (tx: Transaction, projectId: string) =>
  (await atWork(tx, { projectId, active: activeStatuses })).map(({ id, runId }) => ({ id, runId: runId! }))
